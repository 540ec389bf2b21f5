import { expect, test } from 'vitest'
import { withPerson } from './former-filter.ts'

test('an address with the former filter by person has the present one', () => {
  expect(withPerson({ user_id: 'amir.khan', is_allowed: 'true' })).toEqual({ person: 'amir.khan', is_allowed: 'true' })
  expect(withPerson({ user_id: 'amir.khan', person: 'ruth' })).toEqual({ person: 'ruth' })
})

test('any other address stays', () => {
  expect(withPerson({ person: 'ruth' })).toBeNull()
})
