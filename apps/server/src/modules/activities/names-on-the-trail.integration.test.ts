import type { ActivitySubject, DeviceActivity, Found, UserActivity } from '@holdfast/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addRows } from '../../../../../tests/setup/rows.ts'
import { anAccount, type TestAccount } from '../../../../../tests/setup/test-account.ts'
import { newId } from '../../platform/identifiers.ts'

const base = '/api/admin/v1/northwind'
const london = { actions_matching: 'audit:read', conditions: [{ names_matching: 'London' }] }

let account: TestAccount<'olga' | 'helen' | 'vera' | 'lola'>

beforeAll(async () => {
  account = await anAccount()
    .withGroups('London', 'Lisbon')
    .withRole('London auditor', [london])
    .withPerson('olga', 'Account Administrator')
    .withPerson('helen', 'Compliance Officer')
    .withPerson('vera', 'Auditor')
    .withPerson('lola', 'London auditor')
    .withDevice('LON-1', 'London')
    .withDevice('LIS-1', 'Lisbon')
    .open()
  const { tokens, server } = account
  await account.write(async (tx) => {
    await addRows(tx, 'device_users', [
      { device_user_reference: 'amelia', group: 'London', first_name: 'Amelia', surname: 'Hart' },
      { device_user_reference: 'zoe', group: 'Lisbon', first_name: 'Zoé', surname: 'Small' },
    ])
    await sql`update portal_users set name = 'Helen Ward', email = 'secret@example.org'
      where client = ${tx.client} and user_reference = 'helen'`.execute(tx.db)
    for (const [device, holder, group] of [
      ['LON-1', 'amelia', 'London'],
      ['LIS-1', 'zoe', 'Lisbon'],
    ]) {
      await sql`insert into device_activities
        (client, log_id, device_reference, device_user_reference, device_ip, activity_time, activity_end_time, duration,
          "group", action, call, is_allowed, parameters, events, status_code, request_id)
        values (${tx.client}, ${newId()}, ${device}, ${holder}, '10.0.0.1', now(), now(), 1,
          ${group}, 'device', 'POST /verify', true, '{}', '[]', 200, 'request')`.execute(tx.db)
    }
  })
  const put = (body: object) => ({ token: tokens.helen, body })
  await server.call('PUT', `${base}/groups/London`, put({ version: 1, tags: [] }))
  for (const person of ['amelia', 'zoe']) await server.call('GET', `${base}/users/${person}`, { token: tokens.olga })
})
afterAll(() => account?.close())

type Reader = keyof typeof account.tokens
const trail = async (reader: Reader, query: string) => {
  const path = `${base}/activities?limit=100&${query}`
  return (await account.server.getJson<{ items: UserActivity[] }>(path, account.tokens[reader])).items
}
const found = async (reader: Reader, text: string) => {
  const path = `/api/client/v1/northwind/found?text=${encodeURIComponent(text)}`
  return (await account.server.getJson<{ items: Found[] }>(path, account.tokens[reader])).items
}

it.each(['olga', 'vera', 'lola'] as const)('%s finds entries by the name of who called', async (reader) => {
  const entries = await trail(reader, 'filter[person]=helen%20ward')
  expect(entries.map(({ user_id, user_name }) => [user_id, user_name])).toContainEqual(['helen', 'Helen Ward'])
  expect(new Set(entries.map(({ user_id }) => user_id))).toEqual(new Set(['helen']))
})

it('device users are named to readers of the trail of their group', async () => {
  const namesFor = async (reader: Reader, person: string) => {
    const entries = await trail(reader, `filter[subjects][0]=device_user:${person}`)
    return entries.flatMap(({ subjects }) => subjects.map(({ name }: ActivitySubject) => name))
  }
  expect(await namesFor('vera', 'amelia')).toEqual(['Amelia Hart'])
  expect(await namesFor('vera', 'zoe')).toEqual(['Zoé Small'])
  expect(await namesFor('lola', 'amelia')).toEqual(['Amelia Hart'])
  expect(await namesFor('lola', 'zoe')).toEqual([])
})

it('holders of devices are named on the trail of devices', async () => {
  const path = `${base}/device_activities?limit=100`
  const { items } = await account.server.getJson<{ items: DeviceActivity[] }>(path, account.tokens.vera)
  expect(items.map(({ device_user_name }) => device_user_name).toSorted()).toEqual(['Amelia Hart', 'Zoé Small'])
})

it('people are found by name by readers of the trail, and not by the address of their e-mail', async () => {
  expect((await found('vera', 'Helen W')).map(({ kind, reference }) => [kind, reference])).toEqual([
    ['portal_user', 'helen'],
  ])
  expect((await found('vera', 'hart')).map(({ kind, reference }) => [kind, reference])).toEqual([
    ['device_user', 'amelia'],
  ])
  expect(await found('lola', 'small')).toEqual([])
  expect(await found('vera', 'secret@')).toEqual([])
  expect(await trail('vera', 'filter[person]=secret')).toEqual([])
  expect(await found('olga', 'secret@')).toHaveLength(1)
})
