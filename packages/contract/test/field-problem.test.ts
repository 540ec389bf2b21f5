import { expect, test } from 'vitest'
import { CidrRange, fieldProblem, GroupReference, RoleReference } from '../src/index.ts'

test.each([
  [GroupReference, 'x', 'The number of characters must be at least 2'],
  [GroupReference, ' London', 'Must not start with a space or comma'],
  [
    RoleReference,
    'a/b',
    'Must not contain special characters apart from -_.!() and spaces, and must not start or end with a space',
  ],
  [CidrRange, 'anywhere', 'Must be a valid CIDR range'],
])('%# an invalid value is explained in the words of the specification: %j', (schema, value, message) => {
  expect(fieldProblem(schema, value)?.message).toBe(message)
})

test('a valid value has no problem', () => {
  expect(fieldProblem(GroupReference, 'Equities London')).toBeNull()
})
