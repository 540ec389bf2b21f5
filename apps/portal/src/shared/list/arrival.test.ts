import type { PortalEvent } from '@holdfast/contract'
import { expect, it } from 'vitest'
import { belongsTo } from './arrival.ts'

const event: PortalEvent = {
  kind: 'payload',
  reference: 'a-recording',
  state: 'Processed',
  payload_type: 'Call',
  group: 'Trading',
  time: '2026-11-21T10:00:00.000Z',
}
const payload_types = ['Call', 'BlockedCall']

it.each([
  ['yes', {}],
  ['yes', { payload_types }],
  ['no', { payload_types: ['SMS'] }],
  ['yes', { payload_types, groups: ['Trading', 'Wealth Advisers'] }],
  ['no', { payload_types, groups: ['Wealth Advisers'] }],
  ['no', { payload_types, payload_states: ['Failed'] }],
  ['maybe', { payload_types, numbers: ['+447700900123'] }],
  ['maybe', { payload_types, is_late: true }],
  ['maybe', { payload_types, date_from: '2026-11-14-000000' }],
  ['no', { groups: ['Wealth Advisers'], is_late: true }],
] as const)('says %s to a call of Trading where the filter is %o', (answer, filter) => {
  expect(belongsTo(event, filter)).toBe(answer)
})

it('matches events of positions by device and day, and ignores the device of other events', () => {
  const times = { from: '2026-11-20T22:00:00.000Z', until: '2026-11-21T10:00:00.000Z' }
  const positions = { ...event, kind: 'gps' as const, payload_type: null, device_reference: 'MINE', times }
  const ofDay = (day: string) => ({ device_references: ['MINE'], date_from: `${day}-000000`, date_to: `${day}-235959` })
  expect(belongsTo(positions, ofDay('2026-11-20'))).toBe('yes')
  expect(belongsTo(positions, ofDay('2026-11-21'))).toBe('yes')
  expect(belongsTo(positions, ofDay('2026-11-19'))).toBe('no')
  expect(belongsTo(positions, ofDay('2026-11-22'))).toBe('no')
  expect(belongsTo(positions, { ...ofDay('2026-11-21'), device_references: ['ANOTHER'] })).toBe('no')
  expect(belongsTo(positions, { device_references: ['MINE'], providers: ['gps'] })).toBe('maybe')
  expect(belongsTo(event, { device_references: ['MINE'] })).toBe('maybe')
})

it('cannot tell whether an event without a group belongs to the list of a group', () => {
  expect(belongsTo({ ...event, group: null }, { groups: ['Trading'] })).toBe('maybe')
})
