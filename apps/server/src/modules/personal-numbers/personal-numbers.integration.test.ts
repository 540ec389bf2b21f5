import {
  type DeviceConfiguration,
  limits,
  type PersonalNumberRecord,
  type PersonalNumbersChanged,
} from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AccountWithHandsets, outcomeOf } from '../../../test/account-with-handsets.ts'

/** boss may do everything in both groups; lara changes the numbers of London alone; rita only reads them, in both. */
let account: AccountWithHandsets
let boss: string
let lara: string
let rita: string
beforeAll(async () => {
  account = await AccountWithHandsets.open()
  boss = await account.signIn('boss', 'Account Administrator')
  await account.addRole('London desk', [
    { actions_matching: 'personal_numbers:*', conditions: [{ names_matching: 'London' }] },
  ])
  await account.addRole('Reads numbers', [{ actions_matching: 'personal_numbers:read' }])
  lara = await account.signIn('lara', 'London desk')
  rita = await account.signIn('rita', 'Reads numbers')
})
afterAll(() => account?.close())

const address = '/api/client/v1/northwind/personal_numbers'
const doctor = '+447700900001'
const school = '+447700900002'

const change = (method: 'PUT' | 'DELETE', fields: object, token = boss) =>
  account.server.call(method, address, {
    token,
    body: { device_user_reference: 'ana.reis', numbers: [doctor], reason: 'Her doctor', ...fields },
  })
const add = (fields: object = {}, token?: string) => change('PUT', fields, token)
const remove = (fields: object = {}, token?: string) => change('DELETE', fields, token)
const outcome = async (response: Promise<Response>) => outcomeOf(await response)
const answered = async <T>(response: Promise<Response>): Promise<T> => {
  const answer = await response
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()) as T
}
const results = async (response: Promise<Response>) =>
  (await answered<PersonalNumbersChanged>(response)).items.map(({ personal_number, result }) => [
    personal_number,
    result,
  ])
const listed = async (query = '', token = boss) =>
  (await answered<{ items: PersonalNumberRecord[] }>(account.server.call('GET', `${address}?${query}`, { token })))
    .items
const numbersListed = async (query: string, token?: string) =>
  (await listed(query, token)).map(({ personal_number }) => personal_number)

const trail = () =>
  account.read(async (tx) => {
    const rows = await tx.db
      .selectFrom('user_activities')
      .select(['events', 'group'])
      .where('client', '=', tx.client)
      .orderBy('log_id', 'desc')
      .limit(1)
      .execute()
    return rows.flatMap(({ events, group }) => events.map(({ event, details }) => ({ event, details, group })))
  })

describe('personal numbers of a person', () => {
  it('are added with who, when and why, and told to the person’s devices', async () => {
    await account.onboard('amy.hall')
    const { access_token } = await account.verified('AMY-1', { body: { device_user_reference: 'amy.hall' } })
    const person = { device_user_reference: 'amy.hall' }
    expect(await results(add({ ...person, numbers: [school, doctor, school] }))).toEqual([
      [school, 'added'],
      [doctor, 'added'],
      [school, 'unchanged'],
    ])
    expect(await trail()).toEqual([
      {
        event: 'personal_number.added',
        details: {
          ...person,
          reason: 'Her doctor',
          before: { personal_numbers: [] },
          after: { personal_numbers: [doctor, school] },
        },
        group: 'London',
      },
    ])
    expect(await results(add({ ...person, reason: 'Again' }))).toEqual([[doctor, 'unchanged']])
    expect(await trail()).toEqual([{ event: 'record.unchanged', details: person, group: 'London' }])
    const [latest, first] = await listed('filter[device_user_references][0]=amy.hall')
    expect([latest?.personal_number, first?.personal_number]).toEqual([doctor, school])
    expect(latest).toMatchObject({
      ...person,
      group: 'London',
      reason: 'Her doctor',
      is_active: true,
      created_by: 'boss',
      updated_by: 'boss',
      deleted_at: null,
    })
    const configuration = await account.call(access_token, 'GET', '/configuration')
    expect((await answered<DeviceConfiguration>(Promise.resolve(configuration))).personal_numbers).toEqual([
      doctor,
      school,
    ])
  })

  it('stay in the list after they were removed, with why, and can be added again', async () => {
    await account.onboard('bo.lund')
    const person = { device_user_reference: 'bo.lund' }
    await answered(add(person))
    expect(await results(remove({ ...person, numbers: [school, doctor, doctor], reason: 'Moved away' }))).toEqual([
      [school, 'unchanged'],
      [doctor, 'removed'],
      [doctor, 'unchanged'],
    ])
    expect(await trail()).toMatchObject([
      {
        event: 'personal_number.removed',
        details: {
          reason: 'Moved away',
          before: { personal_numbers: [doctor] },
          after: { personal_numbers: [] },
        },
        group: 'London',
      },
    ])
    expect(await results(remove(person))).toEqual([[doctor, 'unchanged']])
    await answered(add({ ...person, reason: 'Back' }))
    const ofBo = 'filter[device_user_references][0]=bo.lund'
    expect(await listed(ofBo)).toMatchObject([
      { reason: 'Back', is_active: true, deleted_reason: null },
      { reason: 'Her doctor', is_active: false, deleted_by: 'boss', deleted_reason: 'Moved away' },
    ])
    expect(await listed(`${ofBo}&filter[is_active]=false`)).toMatchObject([{ deleted_reason: 'Moved away' }])
  })

  it('are added once by several people at the same moment', async () => {
    await account.onboard('cy.dean')
    const person = { device_user_reference: 'cy.dean' }
    const all = await Promise.all([1, 2, 3, 4].map(() => results(add(person))))
    expect(all.flat().filter(([, result]) => result === 'added')).toHaveLength(1)
    expect(await listed('filter[device_user_references][0]=cy.dean')).toHaveLength(1)
  })

  it('are limited, and the limit counts those at a time', async () => {
    await account.onboard('di.ford')
    const numbered = (from: number, count: number) => ({
      device_user_reference: 'di.ford',
      numbers: Array.from({ length: count }, (_, place) => `+4477008${String(from + place).padStart(5, '0')}`),
    })
    await answered(add(numbered(0, 100)))
    await answered(add(numbered(100, 99)))
    const tooMany = await add(numbered(199, 2))
    expect(tooMany.status).toBe(409)
    expect(await tooMany.json()).toMatchObject({
      code: 'personal_number.too_many',
      details: { limit: limits.maxPersonalNumbersOfPerson },
    })
    await answered(add(numbered(199, 1)))
    await answered(remove(numbered(0, 1)))
    expect(await results(add(numbered(200, 1)))).toMatchObject([[expect.any(String), 'added']])
  })

  it('follow the person to another group, with those that were removed', async () => {
    await account.onboard('eve.long')
    const person = { device_user_reference: 'eve.long' }
    await answered(add({ ...person, numbers: [doctor, school] }))
    await answered(remove({ ...person, numbers: [school] }))
    const ofEve = 'filter[device_user_references][0]=eve.long'
    expect(await numbersListed(ofEve, lara)).toHaveLength(2)
    const moved = await account.server.call('PUT', '/api/admin/v1/northwind/users/eve.long', {
      token: boss,
      body: { group: 'Lisbon', services: ['calls'], email: 'eve@example.com', first_name: 'Eve', surname: 'Long' },
    })
    expect(moved.status).toBe(200)
    expect(await numbersListed(ofEve, lara)).toEqual([])
    expect((await listed(ofEve)).map(({ group }) => group)).toEqual(['Lisbon', 'Lisbon'])
    expect(await outcome(add(person, lara))).toEqual([404, 'request.not_found'])
  })

  it.each([
    { numbers: [] },
    { numbers: ['07700900001'] },
    { numbers: ['+44 7700 900001'] },
    { numbers: ['+12345'] },
    { numbers: [`+${'1'.repeat(31)}`] },
    { numbers: [doctor, null] },
    { numbers: doctor },
    { numbers: Array.from({ length: 101 }, () => doctor) },
    { reason: ' ' },
    { reason: '\u200b' },
    { reason: 'x'.repeat(1001) },
    { reason: undefined },
    { device_user_reference: undefined },
    { group: 'London' },
  ])('are refused with wrong values: %j', async (fields) => {
    expect(await outcome(add(fields))).toEqual([400, 'request.invalid'])
    expect(await outcome(remove(fields))).toEqual([400, 'request.invalid'])
  })
})

describe('who may not', () => {
  const ofLisbon = { device_user_reference: 'joe.low' }

  it('changes nothing, and does not learn who exists', async () => {
    for (const send of [add, remove]) {
      expect(await outcome(send({}, rita))).toEqual([403, 'auth.forbidden'])
      expect(await outcome(send(ofLisbon, lara))).toEqual([404, 'request.not_found'])
      expect(await outcome(send({ device_user_reference: 'no.body' }, lara))).toEqual([404, 'request.not_found'])
      expect((await send({}, '')).status).toBe(401)
    }
    expect(await numbersListed('filter[device_user_references][0]=joe.low')).toEqual([])
  })

  it('sees neither a number nor how many there are', async () => {
    await answered(add({ ...ofLisbon, numbers: ['+447700900777'] }))
    const query = 'filter[number]=900777'
    expect(await numbersListed(query)).toEqual(['+447700900777'])
    expect(await numbersListed(query, lara)).toEqual([])
    expect(await numbersListed(`${query}&filter[groups][0]=Lisbon`, lara)).toEqual([])
    const counted = account.server.call('GET', `${address}?${query}&query_result_type=total`, { token: lara })
    expect(await answered(counted)).toEqual({ total: 0 })
    const none = await account.signIn('none', 'Exporter')
    expect(await outcome(account.server.call('GET', address, { token: none }))).toEqual([403, 'auth.forbidden'])
    expect(await outcome(account.server.call('GET', address, { token: '' }))).toEqual([401, 'auth.required'])
  })
})

describe('the list', () => {
  it('finds numbers whole and by any part, in pages', async () => {
    await account.onboard('fay.king')
    const numbers = ['+351210000001', '+351210000002', '+351210000012']
    await answered(add({ device_user_reference: 'fay.king', numbers }))
    expect(await numbersListed('filter[number]=2100000')).toEqual(numbers.toReversed())
    expect(await numbersListed('filter[number]=%2B35121')).toEqual(numbers.toReversed())
    expect(await numbersListed('filter[number]=%2B21')).toEqual([])
    expect(await numbersListed('filter[personal_numbers][0]=%2B351210000001')).toEqual(['+351210000001'])
    const first = await answered<{ items: PersonalNumberRecord[]; last_key: string }>(
      account.server.call('GET', `${address}?filter[number]=2100000&limit=2`, { token: boss }),
    )
    expect(first.items).toHaveLength(2)
    expect(await numbersListed(`filter[number]=2100000&last_key=${encodeURIComponent(first.last_key)}`)).toEqual([
      '+351210000001',
    ])
  })

  it.each(['filter[number]=%25', 'filter[number]=abc', 'filter[number]=', 'filter[personal_numbers][0]=07700', 'x=1'])(
    'refuses %s',
    async (query) => {
      expect(await outcome(account.server.call('GET', `${address}?${query}`, { token: boss }))).toEqual([
        400,
        'request.invalid',
      ])
    },
  )
})
