import { expect, test } from 'vitest'
import type { GroupIndex } from '../../core/authorization/index.ts'
import { leftOutOf } from './author-rights.ts'

const groups = {
  all: ['London', 'Lisbon', 'Recife'].map((group_reference) => ({ group_reference, tags: [] })),
} as unknown as GroupIndex

test('a draw names the groups and kinds of its filter that its author may not see, and only says of others that there are some', () => {
  const sees = [
    { payload_types: ['SMS', 'MMS'], groups: ['London', 'Lisbon'] },
    { payload_types: ['Call'], groups: ['London'] },
  ] as const
  const named = { payload_types: ['SMS', 'Call', 'Photo'], groups: ['London', 'Lisbon'] } as const
  expect(leftOutOf({ payload_types: [...named.payload_types], groups: [...named.groups] }, sees, groups)).toEqual({
    payload_types: ['Photo'],
    groups: ['Lisbon'],
    others: false,
  })
  expect(leftOutOf({ payload_types: ['SMS'], groups: ['London', 'Lisbon'] }, sees, groups)).toBeNull()
  expect(leftOutOf({ payload_types: ['SMS'] }, sees, groups)).toEqual({ payload_types: [], groups: [], others: true })
  expect(leftOutOf({ groups: ['London'] }, sees, groups)).toEqual({ payload_types: [], groups: [], others: true })
  expect(leftOutOf({ payload_types: ['SMS'] }, [{ payload_types: ['SMS'], groups: 'all' }], groups)).toBeNull()
})
