import type { TSchema } from 'typebox'
import { describe, expect, it } from 'vitest'
import * as contract from '../src/index.ts'
import { accepts } from './both-validators.ts'

const ulid = (n: number) => `01JD${String(n).padStart(22, '0')}`
const many = <T>(length: number, make: (n: number) => T) => Array.from({ length }, (_, n) => make(n))
const party = (n: number) => ({ phone_number: `+35191${n}` })
const pause = () => ({ start: '2025-01-01T00:00:00Z', end: null })
const tag = (n: number) => ({ tag_key: `k${n}`, tag_value: 'v' })
const log = (n: number) => ({
  log_id: `${n}`.padStart(32, '0'),
  log_class: 'Recorder',
  log_level: 'INFO',
  log_datetime: '2025-01-01T00:00:00Z',
  local_timezone: 'Europe/Lisbon',
  payload_reference: null,
  log_message: 'started',
})

/** Every collection rule of rules-and-calls section 5, at its limits. */
const rows: readonly [rule: string, schema: TSchema, value: unknown, passes: boolean][] = [
  ...[contract.AlertReferences, contract.PayloadReferences, contract.UlidList].flatMap(
    (schema): [string, TSchema, unknown, boolean][] => [
      ['an empty list of references', schema, [], false],
      ['one reference', schema, [ulid(1)], true],
      ['100 references', schema, many(100, ulid), true],
      ['101 references', schema, many(101, ulid), false],
      ['a reference twice', schema, [ulid(1), ulid(1)], false],
    ],
  ),
  ['no tags', contract.GroupTags, [], true],
  ['50 tags', contract.GroupTags, many(50, tag), true],
  ['51 tags', contract.GroupTags, many(51, tag), false],
  ['a tag twice', contract.GroupTags, [tag(1), tag(1)], false],
  ['a tag value of 255', contract.GroupTags, [{ tag_key: 'k', tag_value: 'v'.repeat(255) }], true],
  ['a tag value of 256', contract.GroupTags, [{ tag_key: 'k', tag_value: 'v'.repeat(256) }], false],
  ['a call with nobody', contract.CallMeta, { second_parties: [] }, false],
  ['a call with one party', contract.CallMeta, { second_parties: [party(1)] }, true],
  ['a call with 1000 parties', contract.CallMeta, { second_parties: many(1000, party) }, true],
  ['a call with 1001 parties', contract.CallMeta, { second_parties: many(1001, party) }, false],
  ['a blocked call with nobody', contract.BlockedCallMeta, { second_parties: [] }, true],
  ['a blocked call with 1000 parties', contract.BlockedCallMeta, { second_parties: many(1000, party) }, true],
  ['a blocked call with 1001 parties', contract.BlockedCallMeta, { second_parties: many(1001, party) }, false],
  ['an interview without pauses', contract.InterviewMeta, { pause_times: [] }, true],
  ['1000 pauses', contract.InterviewMeta, { pause_times: many(1000, pause) }, true],
  ['1001 pauses', contract.InterviewMeta, { pause_times: many(1001, pause) }, false],
  ['a call of no duration', contract.CallMeta, { second_parties: [party(1)], duration: 0, size: 0 }, true],
  ['a call of negative duration', contract.CallMeta, { second_parties: [party(1)], duration: -1 }, false],
  ['a call of negative size', contract.CallMeta, { second_parties: [party(1)], size: -1 }, false],
  ['a role without permissions', contract.Role.properties.permissions, [], false],
  ['a role with a permission', contract.Role.properties.permissions, [{ actions_matching: '*' }], true],
  ['a condition that names nothing', contract.Condition, {}, false],
  ['a condition that names something', contract.Condition, { names_matching: 'Sales*' }, true],
  ['a device without services', contract.DeviceServices, [], false],
  ['a device with a service', contract.DeviceServices, ['calls'], true],
  ['a device with an unknown service', contract.DeviceServices, ['faxes'], false],
  ['a log request without logs', contract.DeviceLogRequest, { logs: [] }, false],
  ['a log request with a log', contract.DeviceLogRequest, { logs: [log(1)] }, true],
  ['retention of 0 days', contract.RetentionDays, 0, true],
  ['retention of -1 days', contract.RetentionDays, -1, false],
  ['retention of half a day', contract.RetentionDays, 0.5, false],
]

describe('collections', () => {
  it.each(rows)('%s', (_, schema, value, passes) => expect(accepts(schema, value)).toBe(passes))
})

describe('checkTagDefinition', () => {
  it.each([
    ['optional, any value', { tag_values: null, is_required: false, default_value: null }, []],
    ['optional, any value, a default', { tag_values: null, is_required: false, default_value: 'x' }, []],
    ['optional, no value allowed', { tag_values: [], is_required: false, default_value: null }, []],
    [
      'no value allowed, but a default',
      { tag_values: [], is_required: false, default_value: 'x' },
      ['default_not_allowed'],
    ],
    ['required, with values and a default', { tag_values: ['x', 'y'], is_required: true, default_value: 'x' }, []],
    ['required without a default', { tag_values: ['x'], is_required: true, default_value: null }, ['default_missing']],
    ['required, any value', { tag_values: null, is_required: true, default_value: 'x' }, ['values_missing']],
    [
      'required, a foreign default',
      { tag_values: ['x'], is_required: true, default_value: 'z' },
      ['default_not_allowed'],
    ],
    [
      'required, nothing said',
      { tag_values: [], is_required: true, default_value: null },
      ['default_missing', 'values_missing'],
    ],
  ] as const)('%s', (_, { tag_values, ...rest }, problems) => {
    const definition = { ...rest, tag_values: tag_values === null ? null : [...tag_values] }
    expect(contract.checkTagDefinition(definition)).toEqual(problems)
  })

  it.each([
    [null, 'anything', true],
    [[], 'anything', false],
    [['a'], 'a', true],
    [['a'], 'A', false],
  ])('values %j allow %j: %s', (tag_values, value, allowed) => {
    expect(contract.isTagValueAllowed({ tag_values }, value)).toBe(allowed)
  })
})
