import type { Role, RoleVersion } from '@holdfast/contract'
import { expect, test } from 'vitest'
import { fieldsOfRole, valuesOfRole } from '../grants/role-values.ts'
import { historyOf } from './role-history.ts'

const fields = fieldsOfRole(valuesOfRole(null))
const written = { updated_by: 'olga', updated_at: '2026-01-01T00:00:00.000Z', role_reference: 'Desk', client: 'acme' }
const former = (version: number): RoleVersion => ({ ...fields, ...written, version, description: `v${version}` })
const roleAt = (version: number): Role => ({ ...former(version), is_system: false, member_count: 0, app_count: 0 })
const told = (role: Role, versions: RoleVersion[]) =>
  historyOf(role, versions).map(({ version, before }) => [version.version, before?.description ?? before])

test('each version has the one before it, and the first has none', () => {
  expect(told(roleAt(3), [former(2), former(1)])).toEqual([
    [3, 'v2'],
    [2, 'v1'],
    [1, null],
  ])
})

test('versions that are newer than the role as it was read are not listed twice', () => {
  expect(told(roleAt(3), [former(3), former(2)])).toEqual([
    [3, 'v2'],
    [2, undefined],
  ])
})

test('a saved role is not compared with an older version while the list lacks the one before it', () => {
  expect(told(roleAt(4), [former(2), former(1)])[0]).toEqual([4, undefined])
})
