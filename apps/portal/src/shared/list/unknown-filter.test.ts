import { PhoneNumber } from '@holdfast/contract'
import { expect, it } from 'vitest'
import type { FilterField } from './filter-fields.ts'
import { unknownIn, withoutUnknown } from './unknown-filter.ts'

const fields: readonly FilterField[] = [
  { kind: 'found', finds: 'group', name: 'groups', label: 'payload.group' },
  { kind: 'flag', name: 'is_late', label: 'payload.late_only' },
  { kind: 'days', name: 'reviewed', from: 'reviewed_from', to: 'reviewed_to', label: 'payload.reviewed_on' },
  { kind: 'moment', name: 'since', label: 'payload.when' },
  { kind: 'text', name: 'number', label: 'payload.numbers', schema: PhoneNumber },
  { kind: 'choices', name: 'types', label: 'payload.kind', options: [{ value: 'Call', label: 'kind.Call' }] },
  { kind: 'choices', name: 'dispositions', label: 'payload.disposition', options: [{ value: 'Fine', label: null }] },
  { kind: 'texts', name: 'subjects', label: 'payload.kind', accepts: (value) => value.startsWith('role:') },
]
const list = { fields, hasPeriod: true, ownFilters: { view: ['single'] } }

it.each([
  {},
  { groups: ['London', 'Lisbon'], is_late: 'false', types: ['Call'], dispositions: ['Retired'] },
  { reviewed: '7d' },
  { reviewed: '2026-01-02..' },
  { since: '2026-01-02T03:04:05Z', number: '+447700900123', subjects: 'role:Desk' },
  { period: 'today', view: 'single' },
  { date_from: '2026-01-02', date_to: '2026-02-03' },
])('%j is known', (filter) => {
  expect(unknownIn(filter, list)).toEqual([])
})

it.each([
  [{ reviewed: 'false' }, ['reviewed=false']],
  [{ reviewed: '2026-01-02..tomorrow' }, ['reviewed=2026-01-02..tomorrow']],
  [{ reviewed: '2026-02-31..' }, ['reviewed=2026-02-31..']],
  [{ is_late: 'maybe' }, ['is_late=maybe']],
  [{ colour: ['red', 'blue'] }, ['colour=red', 'colour=blue']],
  [{ types: ['Call', 'AR'] }, ['types=AR']],
  [{ since: 'noon' }, ['since=noon']],
  [{ subjects: ['planet:Mars', 'role:Desk'] }, ['subjects=planet:Mars']],
  [{ period: '3d' }, ['period=3d']],
  [{ date_from: 'yesterday' }, ['date_from=yesterday']],
  [{ view: 'double' }, ['view=double']],
])('of %j the list does not know %j', (filter, unknown) => {
  expect(unknownIn(filter, list)).toEqual(unknown)
})

it('a list without a period does not know one', () => {
  expect(unknownIn({ period: 'today' }, { fields })).toEqual(['period=today'])
})

it('the rest of an address stays as it is', () => {
  const filter = { types: ['Call', 'AR'], is_late: 'true', colour: 'red', subjects: 'planet:Mars' }
  expect(withoutUnknown(filter, list)).toEqual({ types: ['Call'], is_late: 'true' })
})
