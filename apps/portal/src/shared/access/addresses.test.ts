import { expect, test } from 'vitest'
import { addressOf } from './addresses.ts'

test('an address contains the reference', () => {
  expect(addressOf('groups', 'Rates and FX')).toBe('/dashboard/access/groups/Rates%20and%20FX')
  expect(addressOf('roles', '$role/50%?')).toBe('/dashboard/access/roles/%24role%2F50%25%3F')
})

test('an item called `create`, in any spelling, has an address other than the form for creating', () => {
  expect(addressOf('tags', 'create')).toBe('/dashboard/access/tags/named/create')
  expect(addressOf('apps', 'Create')).toBe('/dashboard/account/apps/named/Create')
  expect(addressOf('users', 'Import')).toBe('/dashboard/devices/users/named/Import')
  expect(addressOf('groups', 'import')).toBe('/dashboard/access/groups/import')
  expect(addressOf('groups', 'creates')).toBe('/dashboard/access/groups/creates')
})
