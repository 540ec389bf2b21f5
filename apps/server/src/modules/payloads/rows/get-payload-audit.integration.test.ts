import type { PayloadAudit } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anAccount, type TestAccount } from '../../../../../../tests/setup/test-account.ts'
import type { Actor } from '../../../platform/database/index.ts'

const base = '/api/client/v1/northwind/payloads'
const count = 130

let account: TestAccount<'olga'>
let [call, other] = ['', '']
beforeAll(async () => {
  account = await anAccount().withGroups('London').withPerson('olga', 'Compliance Officer').open()
  call = await account.addCall(1, 'London')
  other = await account.addCall(2, 'London')
  const actors: readonly Actor[] = [
    { kind: 'portal_user', reference: 'ruth' },
    { kind: 'system', reference: 'system' },
    { kind: 'client_app', reference: 'app/Archive' },
    { kind: 'device', reference: 'London-1' },
  ]
  await account.write(async (tx) => {
    for (let index = 0; index < count; index++) {
      const actor = actors[index % actors.length] as Actor
      const played = [{ from_s: index, to_s: index + 1, speed: 1 }]
      await tx.custody(actor, [{ payload_reference: call, event: 'payload.listened', details: { played } }])
    }
  })
}, 60_000)
afterAll(() => account?.close())

const read = (query = '', reference = call) =>
  account.server.getJson<PayloadAudit>(`${base}/${reference}/audit?${query}`, account.tokens.olga)
const placesOf = ({ records }: PayloadAudit) => records.map(({ played }) => played?.[0]?.from_s)

/** All pages; fails if one is larger than it was asked to be. */
const readAll = async (query: string, limit: number) => {
  const places: (number | undefined)[] = []
  let key = ''
  do {
    const page = await read(`limit=${limit}&${query}${key}`)
    expect(page.records.length).toBeLessThanOrEqual(limit)
    places.push(...placesOf(page))
    key = page.last_key === null ? '' : `&last_key=${page.last_key}`
  } while (key !== '')
  return places
}

const latestFirst = Array.from({ length: count }, (_, index) => count - 1 - index)

describe('the custody of a recording', () => {
  it('begins with the latest event and has pages', async () => {
    const first = await read()
    expect(placesOf(first)).toEqual(latestFirst.slice(0, 50))
    expect(first.last_key).toEqual(expect.any(String))
    expect(await readAll('', 37)).toEqual(latestFirst)
  })

  it('says how many events a page has, and all pages together', async () => {
    expect(await read('limit=37')).toMatchObject({ count: 37 })
    expect(await read('query_result_type=total')).toEqual({ total: count })
    expect(await read('query_result_type=total&filter[actor_kinds][0]=client_app')).toEqual({ total: 32 })
    expect(await read('query_result_type=total', other)).toEqual({ total: 0 })
  })

  it('is read of some kinds of actors alone', async () => {
    const ofPeople = 'filter[actor_kinds][0]=person&filter[actor_kinds][1]=client_app'
    expect(await readAll(ofPeople, 20)).toEqual(latestFirst.filter((index) => index % 2 === 0))
    expect(await readAll('filter[actor_kinds][0]=system', 20)).toEqual(latestFirst.filter((index) => index % 4 === 1))
    const { records } = await read(`${ofPeople}&limit=2`)
    expect(records).toMatchObject([
      { actor_kind: 'person', actor: 'ruth', portal_user: 'ruth' },
      { actor_kind: 'client_app', actor: 'app/Archive', portal_user: null },
    ])
  })

  it('refuses the key of another recording or filter, and an unknown kind', async () => {
    const { last_key } = await read('limit=1')
    const status = async (query: string, reference = call) =>
      (await account.server.call('GET', `${base}/${reference}/audit?${query}`, { token: account.tokens.olga })).status
    expect(await status(`last_key=${last_key}`)).toBe(200)
    expect(await status(`last_key=${last_key}`, other)).toBe(400)
    expect(await status(`last_key=${last_key}&filter[actor_kinds][0]=person`)).toBe(400)
    expect(await status('filter[actor_kinds][0]=ghost')).toBe(400)
    expect(await status('limit=101')).toBe(400)
    expect((await read('', other)).last_key).toBeNull()
  })

  it('tells how a request for content was answered', async () => {
    const missing = await account.addCall(3, 'London', { payload_state: 'Recorded' })
    const path = `${base}/${missing}/data?action=play`
    const asked = await account.server.call('GET', path, { token: account.tokens.olga })
    expect(await asked.json()).toMatchObject({ status: 'NoS3Url' })
    const [latest] = (await read('', missing)).records
    expect(latest).toMatchObject({ action: 'payload.data_requested', status: 'NoS3Url' })
    expect((await read('limit=1')).records).toMatchObject([{ action: 'payload.listened', status: null }])
  })
})
