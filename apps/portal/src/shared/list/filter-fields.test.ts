import { expect, it } from 'vitest'
import { type FilterField, filterOfCall } from './filter-fields.ts'

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
