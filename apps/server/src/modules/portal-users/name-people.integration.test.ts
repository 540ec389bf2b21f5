import type { PersonName } from '@holdfast/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SupportDesk } from '../../../../../tests/setup/support-desk.ts'
import { anAccount, type TestAccount } from '../../../../../tests/setup/test-account.ts'

const names = (...references: string[]): string =>
  `/api/admin/v1/acme/people_names?${references.map((reference) => `user_references[]=${reference}`).join('&')}`

let account: TestAccount<'olga' | 'rita' | 'nobody'>
beforeAll(async () => {
  account = await anAccount('acme')
    .withPerson('olga', 'Account Administrator')
    .withPerson('rita', 'Reviewer')
    .withPerson('nobody')
    .open()
})
afterAll(() => account?.close())

const namedFor = async (token: string, ...references: string[]) =>
  (await account.server.getJson<{ items: PersonName[] }>(names(...references), token)).items

it('people of the account are named to their colleagues, whatever their roles, and also once they are removed', async () => {
  const olga = { user_reference: 'olga', name: 'olga' }
  expect(await namedFor(account.tokens.rita, 'olga', 'unknown')).toEqual([olga])
  expect(await namedFor(account.tokens.nobody, 'olga')).toEqual([olga])
  await account.signIn('leaver', 'Reviewer')
  await account.server.call('DELETE', '/api/admin/v1/acme/portal_users/leaver', { token: account.tokens.olga })
  expect(await namedFor(account.tokens.rita, 'leaver')).toEqual([{ user_reference: 'leaver', name: 'leaver' }])
})

it('nobody else learns them', async () => {
  const path = names('olga')
  expect((await account.server.call('GET', path)).status).toBe(401)
  const other = path.replace('acme', 'other')
  expect((await account.server.call('GET', other, { token: account.tokens.rita })).status).toBeGreaterThanOrEqual(401)
  const desk = await SupportDesk.open(account.server, 'acme', account.tokens.olga)
  const seen = await desk.visit('GET', path, await desk.approved('Device Manager'))
  expect(await seen.json()).toEqual({ items: [] })
})

it.each([
  ['none', '/api/admin/v1/acme/people_names'],
  ['101', names(...Array.from({ length: 101 }, (_, index) => `person-${index}`))],
  ['one twice', names('olga', 'olga')],
])('refuses %s', async (_what, path) => {
  expect((await account.server.call('GET', path, { token: account.tokens.rita })).status).toBe(400)
})
