import { daysOfYears, defaultRetentionSettings, retentionTemplates } from '@holdfast/contract'
import { expect, test } from 'vitest'
import {
  bodyOf,
  daysOf,
  type EditedRules,
  editedRecordingRule,
  isDestroyedFirst,
  periodOf,
  withTemplate,
} from './edited-rules.ts'

const none: EditedRules = { payloads: [], entities: [], settings: defaultRetentionSettings, is_locked: false }

test.each([null, 0, 30, 365, daysOfYears(1), daysOfYears(5), daysOfYears(5) + 30, 100_000])(
  '%s days stay the same when they are edited',
  (days) => {
    expect(daysOf(periodOf(days))).toBe(days)
  },
)

test('every template is sent as it is', () => {
  for (const template of retentionTemplates)
    expect(bodyOf(withTemplate(none, template)).payloads).toEqual(template.payloads)
})

test('a template replaces the rules of its kinds and leaves the others', () => {
  const rule = { retention_timestamp: 'payload_time', required_receipts: [], required_transfers: [] } as const
  const photos = editedRecordingRule({
    ...rule,
    required_receipts: [],
    required_transfers: [],
    payload_type: 'Photo',
    delete_after_days: 10,
  })
  const calls = editedRecordingRule({
    ...rule,
    required_receipts: [],
    required_transfers: [],
    payload_type: 'Call',
    delete_after_days: 10,
  })
  const [template] = retentionTemplates
  if (!template) throw new Error('There are no templates')
  const { payloads } = withTemplate({ ...none, payloads: [photos, calls] }, template)
  expect(payloads.filter(({ payload_type }) => payload_type === 'Call')).toHaveLength(1)
  expect(payloads).toContain(photos)
  expect(payloads).not.toContain(calls)
})

test('destroying comes after deleting', () => {
  const periods = (deleted: number | null, destroyed: number | null) => ({
    key: '',
    deleteAfter: periodOf(deleted),
    destroyAfter: periodOf(destroyed),
  })
  expect(isDestroyedFirst(periods(30, 29))).toBe(true)
  expect(isDestroyedFirst(periods(30, 30))).toBe(false)
  expect(isDestroyedFirst(periods(null, 0))).toBe(false)
})
