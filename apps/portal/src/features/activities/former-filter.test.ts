import { expect, test } from 'vitest'
import { presentFilter } from './former-filter.ts'

test('an address with former filters has the present ones', () => {
  expect(presentFilter({ user_id: 'amir.khan', is_allowed: 'true' })).toEqual({
    person: 'amir.khan',
    outcomes: ['done', 'not_done'],
  })
  expect(presentFilter({ user_id: 'amir.khan', person: 'ruth' })).toEqual({ person: 'ruth' })
  expect(presentFilter({ action: 'PUT /roles/{role_reference}', is_allowed: 'false' })).toEqual({
    did: ['PUT /roles/{role_reference}'],
    outcomes: ['refused', 'not_found'],
  })
})

test('any other address stays', () => {
  expect(presentFilter({ person: 'ruth', did: ['role.updated'] })).toBeNull()
})
