import type { RoleVersion } from '@holdfast/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { AccountWithRoles, draft } from '../../../test/account-with-roles.ts'

let account: AccountWithRoles
beforeAll(async () => {
  account = await AccountWithRoles.open()
})
afterAll(() => account.close())

const read = { actions_matching: 'payloads:read' }
const devices = { actions_matching: 'devices:read' }

const versionsOf = async (role_reference: string, query = '') => {
  const path = `/api/admin/v1/northwind/roles/${encodeURIComponent(role_reference)}/versions${query}`
  return account.server.getJson<{ items: RoleVersion[]; last_key: string | null; total?: number }>(
    path,
    account.tokens.olga,
  )
}

it('a role has what it was before each change, newest first, with who had saved it', async () => {
  await account.saved('Changed twice', 0, { permissions: [read] })
  expect((await versionsOf('Changed twice')).items).toEqual([])
  await account.saved('Changed twice', 1, { permissions: [devices], description: 'devices' }, 'adam')
  await account.saved('Changed twice', 2, { permissions: [devices], description: 'again' })
  const { items } = await versionsOf('Changed twice')
  expect(items).toMatchObject([
    { ...draft({ permissions: [devices], description: 'devices' }), version: 2, updated_by: 'adam' },
    { ...draft({ permissions: [read] }), version: 1, updated_by: 'olga' },
  ])
  expect(await versionsOf('Changed twice', '?query_result_type=total')).toEqual({ total: 2 })
  const first = await versionsOf('Changed twice', '?limit=1')
  const next = await versionsOf('Changed twice', `?limit=1&last_key=${encodeURIComponent(first.last_key ?? '')}`)
  expect([...first.items, ...next.items]).toEqual(items)
})

it('saving what is there adds no version', async () => {
  await account.saved('Unchanged', 0, { permissions: [read] })
  await account.saved('Unchanged', 1, { permissions: [read] })
  expect((await versionsOf('Unchanged')).items).toEqual([])
})

it('a new role of the name of a deleted one has none of its versions', async () => {
  await account.saved('Again', 0, { permissions: [read] })
  await account.saved('Again', 1, { permissions: [devices] })
  expect((await account.remove('Again')).status).toBe(204)
  expect((await versionsOf('Again')).items).toEqual([])
  await account.saved('Again', 0, { permissions: [devices] })
  await account.saved('Again', 1, { permissions: [read] })
  expect((await versionsOf('Again')).items).toMatchObject([{ permissions: [devices] }])
})
