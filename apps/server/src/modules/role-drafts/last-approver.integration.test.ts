import type { RoleDraft } from '@holdfast/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { anAccount, type TestAccount } from '../../../../../tests/setup/test-account.ts'
import { refusal } from '../../../test/account-with-roles.ts'

/** Whoever takes the last approver of a waiting change away is told first. */

let account: TestAccount<'adam' | 'boss'>
const base = '/api/admin/v1/acme'

beforeAll(async () => {
  account = await anAccount('acme')
    .withRole('Players', [{ actions_matching: 'payloads:play' }])
    .withPerson('adam', 'Account Administrator')
    .withPerson('boss', 'Account Administrator')
    .open()
})
afterAll(() => account?.close())

const send = (method: string, path: string, body?: object, token = account.tokens.adam) =>
  account.server.call(method, `${base}${path}`, { token, ...(body && { body }) })
const saved = async <T>(answer: Promise<Response>): Promise<T> => {
  const response = await answer
  if (!response.ok) throw new Error(await response.text())
  return (response.status === 204 ? undefined : await response.json()) as T
}
const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60_000).toISOString()
const lastApprover = { status: 409, code: 'role_draft.last_approver', details: { total: 1 } }

it('removing the only person who could approve a change needs confirmation, unless somebody else could', async () => {
  await account.signIn('cora', 'Compliance Officer')
  const body = { valid_until: inDays(2), reason: 'Holiday' }
  await saved<RoleDraft>(send('POST', '/role_drafts/portal_users/adam/roles/Players', body))
  expect(await refusal(send('DELETE', '/portal_users/cora'))).toMatchObject(lastApprover)
  await account.signIn('carl', 'Compliance Officer')
  expect((await send('DELETE', '/portal_users/cora')).status).toBe(204)
  expect((await send('DELETE', '/portal_users/carl')).status).toBe(409)
  expect((await send('DELETE', '/portal_users/carl?accept_undecided=true')).status).toBe(204)
  // Nobody can approve it now, so nobody is the last one.
  expect((await send('DELETE', '/portal_users/boss')).status).toBe(204)
  await saved(send('POST', '/portal_users/boss/restore'))
})

it('so does ending the role by which they could', async () => {
  const { items } = await account.server.getJson<{ items: RoleDraft[] }>(`${base}/role_drafts`, account.tokens.adam)
  for (const { draft_reference } of items.filter(({ state }) => state === 'waiting')) {
    await saved(send('DELETE', `/role_drafts/${draft_reference}`))
  }
  const officer = await account.signIn('olga', 'Compliance Officer', 'Account Administrator')
  await account.signIn('tess', 'Auditor')
  const given = { valid_until: inDays(3), reason: 'Holiday' }
  const path = `/portal_users/tess/roles/${encodeURIComponent('Compliance Officer')}`
  await saved(send('PUT', path, given, officer))
  const body = { valid_until: inDays(2), reason: 'Holiday' }
  await saved<RoleDraft>(send('POST', '/role_drafts/portal_users/adam/roles/Players', body))
  await saved(send('DELETE', '/portal_users/olga'))
  expect(await refusal(send('DELETE', path))).toMatchObject(lastApprover)
  expect((await send('DELETE', `${path}?accept_undecided=true`)).status).toBe(204)
})
