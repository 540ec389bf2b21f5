import { expect, it } from 'vitest'
import { type FilterField, filterOfCall, pageRowsOf } from './filter-fields.ts'
import { datesOfCall } from './period.ts'

const fields: readonly FilterField[] = [
  { kind: 'texts', name: 'groups', label: 'payload.group' },
  {
    kind: 'choices',
    name: 'payload_types',
    label: 'payload.kind',
    options: [{ value: 'Call', label: 'kind.Call' }],
  },
]

it('drops filters of the address that the list does not offer', () => {
  const filter = { groups: ['Rates'], payload_types: ['AR', 'Call'], payload_states: ['Failed'] }
  expect(filterOfCall(filter, fields)).toEqual({ groups: ['Rates'], payload_types: ['Call'] })
  expect(filterOfCall({ payload_types: ['AR'] }, fields)).toEqual({})
})

it('a filter that makes rows expensive asks for shorter pages', () => {
  const payloadFields: readonly FilterField[] = [
    { kind: 'text', name: 'text', label: 'payload.words', pageRows: 20 },
    { kind: 'text', name: 'number_prefix', label: 'payload.number_prefix' },
  ]
  expect(pageRowsOf({ text: 'price', number_prefix: '+44' }, payloadFields)).toBe(20)
  expect(pageRowsOf({ number_prefix: '+44' }, payloadFields)).toBeUndefined()
})

it('days of a filter in one value are the beginning and the end of the call', () => {
  const days: readonly FilterField[] = [
    { kind: 'days', name: 'reviewed', from: 'reviewed_from', to: 'reviewed_to', label: 'payload.reviewed_on' },
  ]
  const both = datesOfCall({ date_from: '2026-11-02', date_to: '2026-11-03' }, new Date())
  expect(filterOfCall({ reviewed: '2026-11-02..2026-11-03' }, days)).toEqual({
    reviewed_from: both.date_from,
    reviewed_to: both.date_to,
  })
  expect(filterOfCall({ reviewed: '..2026-11-03' }, days)).toEqual({ reviewed_to: both.date_to })
  expect(Object.keys(filterOfCall({ reviewed: 'yesterday' }, days))).toEqual(['reviewed_from', 'reviewed_to'])
  expect(filterOfCall({ reviewed: 'whenever' }, days)).toEqual({})
})

it('a choice can stand for other filters of the call', () => {
  const due: FilterField = {
    kind: 'choice',
    name: 'due',
    label: 'reviews.due_on',
    options: [{ value: 'overdue', label: 'reviews.overdue' }],
    inCall: () => ({ due_to: '2026-11-20' }),
  }
  expect(filterOfCall({ due: 'overdue' }, [due])).toEqual({ due_to: '2026-11-20' })
  expect(filterOfCall({ due: 'someday' }, [due])).toEqual({})
})
