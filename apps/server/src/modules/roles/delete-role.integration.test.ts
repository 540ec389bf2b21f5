import type { Role } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addRows } from '../../../../../tests/setup/rows.ts'
import { AccountWithRoles, draft, refusal } from '../../../test/account-with-roles.ts'

let account: AccountWithRoles
beforeAll(async () => {
  account = await AccountWithRoles.open()
})
afterAll(() => account.close())

describe('DELETE /roles/{role_reference}', () => {
  it('deletes a role that nobody has', async () => {
    await account.saved('Unused', 0)
    expect((await account.remove('Unused')).status).toBe(204)
    expect(await account.newestActivity()).toMatchObject({
      events: [{ event: 'role.deleted', details: { role_reference: 'Unused', before: draft() } }],
    })
    expect((await refusal(account.remove('Unused'))).status).toBe(404)
    await account.saved('Unused', 0)
  })

  it('deletes nothing when somebody else has changed the role since it was read', async () => {
    await account.saved('Edited', 0)
    await account.saved('Edited', 1, { description: 'Edited' })
    expect(await refusal(account.remove('Edited', 1))).toMatchObject({
      status: 409,
      code: 'edit.conflict',
      details: { updated_by: 'olga', updated_at: expect.any(String) },
    })
    expect(await account.get('Edited')).toMatchObject({ version: 2 })
    expect((await account.remove('Edited', 2)).status).toBe(204)
  })

  it('names everything that still uses the role', async () => {
    await account.saved('Used', 0)
    await account.signIn('una', 'Used')
    await account.signIn('ugo', 'Used', 'Reviewer')
    expect(await account.get('Used')).toMatchObject({ member_count: 2, app_count: 0 })
    await account.write(async (tx) => {
      await addRows(tx, 'client_apps', [{ app_reference: 'Feeder', roles: ['Used'] }])
      await tx.db.updateTable('account_defaults').set({ role: 'Used' }).where('client', '=', tx.client).execute()
      await addRows(tx, 'support_access', [{ request_reference: '1', role: 'Used' }])
    })
    expect(await refusal(account.remove('Used'))).toMatchObject({
      status: 409,
      code: 'role.in_use',
      message:
        'The role is still used by 2 people, 1 client app, the account defaults and 1 request for support access',
      details: { people: 2, client_apps: 1, account_defaults: true, support_access: 1 },
    })
    expect(await account.get('Used')).toMatchObject({ member_count: 2, app_count: 1 })
  })
})

describe('GET /roles', () => {
  it('is paged by reference, and gives the total', async () => {
    const list = (query: string) =>
      account.server.getJson<{ items: Role[]; last_key: string | null; total?: number }>(
        `/api/admin/v1/northwind/roles?${query}`,
        account.tokens.olga,
      )
    const all = (await list('limit=100')).items.map(({ role_reference }) => role_reference)
    expect(all).toEqual([...all].sort())
    const first = await list('limit=3')
    const second = await list(`limit=3&last_key=${first.last_key}`)
    expect([...first.items, ...second.items].map(({ role_reference }) => role_reference)).toEqual(all.slice(0, 6))
    expect((await list('query_result_type=total')).total).toBe(all.length)
    expect((await list('query_result_type=total&filter[is_system]=true')).total).toBe(6)
  })
})
