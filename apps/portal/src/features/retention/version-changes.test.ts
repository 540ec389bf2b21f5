import { defaultRetentionSettings, type RetentionRules } from '@holdfast/contract'
import { expect, test } from 'vitest'
import { changesOfVersion, versionBefore } from './version-changes.ts'

const rules = (days: number, more: Partial<RetentionRules> = {}): RetentionRules => ({
  entities: [],
  payloads: [
    {
      payload_type: 'Call',
      retention_timestamp: 'payload_time',
      delete_after_days: days,
      destroy_after_days: days + 30,
      required_receipts: [],
      required_transfers: [],
    },
  ],
  settings: defaultRetentionSettings,
  is_locked: false,
  ...more,
})

test('the first version has its rules, and no settings that nobody chose', () => {
  expect(changesOfVersion(null, rules(10))).toEqual([
    { field: 'retention_rules', before: [], after: ['Call payload_time 10/40'], left_off: 0 },
  ])
})

test('a later version has what it changed of rules, settings and the lock', () => {
  const settings = { ...defaultRetentionSettings, delay_days: 14 }
  expect(changesOfVersion(rules(10), rules(20, { settings, is_locked: true }))).toEqual([
    { field: 'retention_rules', before: ['Call payload_time 10/40'], after: ['Call payload_time 20/50'], left_off: 0 },
    { field: 'delay_days', before: ['7'], after: ['14'], left_off: 0 },
    { field: 'is_locked', before: ['false'], after: ['true'], left_off: 0 },
  ])
  expect(changesOfVersion(rules(10), rules(10))).toEqual([])
})

test('a withdrawal is compared with the version in force, not with the change that it ended', () => {
  const at = (hour: number) => `2026-07-01T${hour}:00:00.000Z`
  const rows = [
    { version: 3, state: 'in_force' as const, saved_at: at(12), ended_at: null },
    { version: 2, state: 'ended_before' as const, saved_at: at(11), ended_at: at(12) },
    { version: 1, state: 'replaced' as const, saved_at: at(10), ended_at: at(12) },
  ]
  expect(versionBefore(rows, 0, false)).toEqual({ before: rows[2], withdrawn: 2 })
  expect(versionBefore(rows, 1, false)).toEqual({ before: rows[2], withdrawn: null })
  expect(versionBefore(rows, 2, false)).toEqual({ before: null, withdrawn: null })
  expect(versionBefore(rows.slice(0, 2), 0, true)).toEqual({ before: undefined, withdrawn: 2 })
})
