import { type DeviceUser, type ImportOutcome, limits, type ServiceName, serviceNames } from '@holdfast/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { AccountWithHandsets, outcomeOf } from '../../../test/account-with-handsets.ts'
import { countDevicesByService } from '../devices/index.ts'
import { licenceLimits } from '../licence-limits/index.ts'

let account: AccountWithHandsets
let boss: string
beforeAll(async () => {
  account = await AccountWithHandsets.open()
  boss = await account.signIn('boss', 'Account Administrator')
})
afterAll(() => account?.close())

const base = '/api/admin/v1/northwind'
const used = async () => (await account.read(countDevicesByService)).get('sms') ?? 0

/** Leaves so many licences for sms free; other services are not limited. */
const leaveFree = async (free: number) => {
  const sms = (await used()) + free
  await account.write(async (tx) => {
    await tx.db.deleteFrom('licence_limits').where('client', '=', tx.client).execute()
    const greatest = Object.fromEntries(serviceNames.map((service) => [service, limits.maxLicences]))
    await licenceLimits.insert(tx, tx.client, { ...greatest, sms }, 'test')
  })
}

beforeEach(() => leaveFree(100))

/** Adds people with these references and services, each with so many active devices. */
const addPeople = async (references: readonly string[], services: ServiceName[], devices = 1) => {
  for (const reference of references) {
    await account.onboard(reference, { services })
    for (let device = 1; device <= devices; device += 1) {
      await account.verified(`${reference}-${device}`, { body: { device_user_reference: reference } })
    }
  }
}
const named = (prefix: string, count: number) => Array.from({ length: count }, (_, at) => `${prefix}.${10 + at}`)

const fields = { group: 'London', email: 'p@example.com', first_name: 'Pia', surname: 'Voss' }
const send = (method: string, reference: string, body?: object) =>
  account.server.call(method, `${base}/users/${reference}`, { token: boss, ...(body && { body }) })
const give = (reference: string, ...services: string[]) => send('PUT', reference, { ...fields, services })

/** Until so many statements of the server wait for locks. */
const untilWaiting = (count: number) =>
  vi.waitUntil(
    async () =>
      account.server.api.platform.database.readAcrossClients(async (db) => {
        const { rows } = await sql<{ waiting: number }>`
          select count(distinct pid)::int as waiting from pg_locks where not granted`.execute(db)
        return (rows[0]?.waiting ?? 0) >= count
      }),
    { timeout: 20_000, interval: 20 },
  )

const importRows = async (path: string, rows: object[]) => {
  const answer = await account.server.call('POST', `${base}/device_user_imports${path}`, {
    token: boss,
    body: { rows },
  })
  const { items } = (await answer.json()) as { items: ImportOutcome[] }
  return items.map(({ result, code, service }) => [result, code, service])
}
const refusedForSms = ['refused', 'licence.exhausted', 'sms']
const changed = ['changed', null, null]

it('an import takes the licences that are free and no more, and its preview says so', async () => {
  const people = named('many', 4)
  await addPeople(people, ['calls'])
  await leaveFree(1)
  const before = await used()
  // The last row is the first one by reference.
  const rows = people.map((device_user_reference) => ({ device_user_reference, services: 'calls sms' })).reverse()
  const outcome = [refusedForSms, refusedForSms, refusedForSms, changed]
  expect(await importRows('/preview', rows)).toEqual(outcome)
  expect(await importRows('', rows)).toEqual(outcome)
  expect(await used()).toBe(before + 1)
})

it('rows of an import take licences that rows before them gave back', async () => {
  const [giver, taker] = ['swap.a', 'swap.b'] as const
  await addPeople([giver], ['calls', 'sms'])
  await addPeople([taker], ['calls'])
  await leaveFree(0)
  const rows = [
    { device_user_reference: giver, services: 'calls' },
    { device_user_reference: taker, services: 'calls sms' },
  ]
  expect(await importRows('/preview', rows)).toEqual([changed, changed])
  expect(await importRows('', rows)).toEqual([changed, changed])
})

it('a refused row takes no licence from the rows after it', async () => {
  const people = named('wrong', 2)
  await addPeople(people, ['calls'])
  await leaveFree(1)
  const [first, second] = people.map((device_user_reference) => ({ device_user_reference, services: 'calls sms' }))
  expect(await importRows('', [{ ...first, version: 7 }, { ...second }])).toEqual([
    ['refused', 'edit.conflict', null],
    changed,
  ])
})

it('changes of people that need the last licence take turns', async () => {
  const people = named('race', 6)
  await addPeople(people, ['calls'])
  await leaveFree(1)
  const before = await used()
  // All of them wait for the group that they join, so that each would have counted the licence as free.
  const { changes } = await account.write(async (tx) => {
    await tx.db
      .selectFrom('groups')
      .select('group_reference')
      .where('client', '=', tx.client)
      .where('group_reference', '=', 'Lisbon')
      .forUpdate()
      .execute()
    const body = { ...fields, group: 'Lisbon', services: ['calls', 'sms'] }
    const sent = people.map((person) => send('PUT', person, body))
    await untilWaiting(people.length)
    return { changes: sent }
  })
  const answers = await Promise.all(changes)
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
  expect(await used()).toBe(before + 1)
})

it('changes, imports, and devices that authenticate at once neither block each other nor pass the limit', async () => {
  const people = named('mixed', 6)
  await addPeople(people, ['calls'])
  await leaveFree(3)
  const before = await used()
  const [one = '', two = '', three = '', four = '', ...others] = people
  const answers = await Promise.all([
    give(one, 'calls', 'sms'),
    give(two, 'calls', 'sms'),
    account.verify(`${one}-1`, { body: { device_user_reference: two } }),
    account.verify(`${three}-1`, { body: { device_user_reference: 'ana.reis' } }),
    account.verify('mixed-new', { body: { device_user_reference: 'ana.reis' } }),
    ...[0, 1].map(() =>
      account.server.call('POST', `${base}/device_user_imports`, {
        token: boss,
        body: {
          rows: [...others, four].map((device_user_reference) => ({ device_user_reference, services: 'calls sms' })),
        },
      }),
    ),
  ])
  for (const { status } of answers) expect([200, 409]).toContain(status)
  expect(await used()).toBe(before + 3)
})

it('a person with several devices needs a licence for each', async () => {
  await addPeople(['three.devices'], ['calls'], 3)
  await leaveFree(2)
  expect(await outcomeOf(await give('three.devices', 'calls', 'sms'))).toEqual([409, 'licence.exhausted'])
  await leaveFree(3)
  expect((await give('three.devices', 'calls', 'sms')).status).toBe(200)
})

it('whoever was offboarded is changed and comes back at the limit, if their active device uses the licence already', async () => {
  await addPeople(['comes.back'], ['calls', 'sms'])
  await leaveFree(0)
  expect((await send('DELETE', 'comes.back')).status).toBe(200)
  expect((await give('comes.back', 'calls', 'sms')).status).toBe(200)
  const back = { device_user_reference: 'comes.back' }
  expect(await importRows('/preview', [back])).toEqual([['brought_back', null, null]])
  expect((await send('POST', 'comes.back', { ...fields, services: ['calls', 'sms'] })).status).toBe(200)
})

it('whoever has no active device needs one free licence to come back, not to be changed while offboarded', async () => {
  await account.onboard('left.long.ago', { services: ['calls', 'sms'] })
  expect((await send('DELETE', 'left.long.ago')).status).toBe(200)
  await leaveFree(0)
  const answer = await send('PUT', 'left.long.ago', { ...fields, surname: 'Other', services: ['calls', 'sms'] })
  expect(((await answer.json()) as DeviceUser).surname).toBe('Other')
  const body = { ...fields, services: ['calls', 'sms'] }
  expect(await outcomeOf(await send('POST', 'left.long.ago', body))).toEqual([409, 'licence.exhausted'])
  await leaveFree(1)
  expect((await send('POST', 'left.long.ago', body)).status).toBe(200)
})
