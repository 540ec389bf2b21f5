import type { Country, ListTotal } from '@holdfast/contract'
import { ulid } from 'ulid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AccountWithHandsets, outcomeOf } from '../../../test/account-with-handsets.ts'

const path = '/api/admin/v1/countries'

let account: AccountWithHandsets
let nadia: string
let handset: string
beforeAll(async () => {
  account = await AccountWithHandsets.open()
  await account.server.openAccount('admin')
  nadia = await account.server.signIn('admin', { user_reference: 'nadia', roles: ['Internal Administrator'] })
  handset = (await account.verified('CARRIED-1')).access_token
})
afterAll(() => account?.close())

const list = async (query = '') =>
  account.server.getJson<{ items: Country[]; last_key: string | null }>(`${path}?${query}`, nadia)
const seen = async () => (await list('filter[has_carriers]=true')).items
const report = (sims: object[]) =>
  account.call(handset, 'POST', '/telemetry', { body: { reported_at: new Date().toISOString(), sims } })
const register = async (sequence: number, fields: object) => {
  const item = {
    payload_reference: ulid(),
    sequence,
    payload_type: 'AbortedCall',
    payload_time: new Date().toISOString(),
    payload_state: 'NotRecorded',
    numbers: [],
    meta: { second_parties: [{ phone_number: null }] },
    ...fields,
  }
  const response = await account.call(handset, 'POST', '/payloads', { body: { items: [item] } })
  expect(await response.json()).toMatchObject({ items: [{ result: 'registered' }] })
}

describe('GET /countries', () => {
  it('has every country, by name, on pages', async () => {
    expect(await seen()).toEqual([])
    const names: string[] = []
    for (let key: string | null = ''; key !== null; ) {
      const page = await list(`limit=100${key && `&last_key=${key}`}`)
      names.push(...page.items.map(({ country_name }) => country_name))
      key = page.last_key
    }
    expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other, 'en')))
    expect(await account.server.getJson<ListTotal>(`${path}?query_result_type=total`, nadia)).toEqual({
      total: names.length,
    })
    expect((await list('filter[search]=Portugal')).items).toEqual([
      { country_name: 'Portugal', country_code: 35, country_iso: 'PT', dialling_prefix: '+351', carriers: [] },
    ])
  })

  it('learns carriers from the SIMs of telemetry and from the metadata of recordings', async () => {
    expect((await report([{ slot_index: 0, carrier_code: '23415', carrier_name: 'anything' }])).status).toBe(204)
    await register(0, {
      meta: { second_parties: [{ phone_number: null }], carrier: { carrier_code: '26899', carrier_name: 'Rede Tejo' } },
    })
    const countries = await seen()
    expect(countries.map(({ country_name }) => country_name)).toEqual(['Portugal', 'United Kingdom'])
    expect(countries[0]?.carriers).toEqual([
      {
        carrier_name: 'Rede Tejo',
        carrier_code: '26899',
        first_seen: expect.any(String),
        last_seen: expect.any(String),
        clients: ['northwind'],
      },
    ])
    expect((await list('limit=2')).items.map(({ country_name }) => country_name)).toEqual([
      'Portugal',
      'United Kingdom',
    ])
    expect((await list('filter[search]=rede')).items).toHaveLength(1)
  })

  it('leaves out what is no carrier', async () => {
    const before = await seen()
    await report([
      { slot_index: 0, carrier_code: 'x'.repeat(500), carrier_name: 'x' },
      { slot_index: 1, carrier_code: '99815', carrier_name: 'of no country' },
      { slot_index: 2 },
    ])
    expect(await seen()).toEqual(before)
  })

  it('is for staff alone', async () => {
    const boss = await account.signIn('boss', 'Account Administrator')
    const response = await account.server.call('GET', path, { token: boss })
    expect(response.status).not.toBe(200)
    expect((await outcomeOf(await account.server.call('GET', path)))[0]).toBe(401)
  })
})
