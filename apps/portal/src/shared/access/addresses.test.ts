import { expect, test } from 'vitest'
import { addressOf } from './addresses.ts'

test('a thing has its name in its address', () => {
  expect(addressOf('groups', 'Rates and FX')).toBe('/dashboard/access/groups/Rates%20and%20FX')
  expect(addressOf('roles', '$role/50%?')).toBe('/dashboard/access/roles/%24role%2F50%25%3F')
})

test('what is called as the empty form is has an address that is not the form’s, however the word is written', () => {
  expect(addressOf('tags', 'create')).toBe('/dashboard/access/tags/named/create')
  expect(addressOf('apps', 'Create')).toBe('/dashboard/account/apps/named/Create')
  expect(addressOf('groups', 'creates')).toBe('/dashboard/access/groups/creates')
})
