import type { Payload } from '@holdfast/contract'
import { ulid } from 'ulid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AccountWithHandsets } from '../../../../test/account-with-handsets.ts'

let account: AccountWithHandsets
let token: string
beforeAll(async () => {
  account = await AccountWithHandsets.open()
  const { access_token } = await account.verified('ANA-1')
  await register(access_token)
  token = await account.signIn('olga', 'Reviewer')
})
afterAll(() => account?.close())

const recorded = [
  '+447700900123',
  '07700 900123',
  'sip:+447700900123@ims.example',
  '+447700900123;ext=12',
  '+447700900124',
  '+5511987650042',
  '+12125550123',
  '+34912345678',
  '+351912345678',
  '+4520123456',
  '+48221234567',
  '+79161234567',
  '+36301234567',
  '+420212555012',
]

const register = async (access_token: string) => {
  const items = recorded.map((number, sequence) => ({
    payload_reference: ulid(),
    payload_type: 'AbortedCall',
    payload_state: 'NotRecorded',
    payload_time: '2026-01-05T10:00:00.000Z',
    sequence,
    numbers: [number],
    meta: { second_parties: [{ phone_number: number }] },
  }))
  expect((await account.call(access_token, 'POST', '/payloads', { body: { items } })).status).toBe(200)
}

const listed = async (filter: string, value: string): Promise<string[]> => {
  const path = `/api/client/v1/northwind/payloads?filter${filter}=${encodeURIComponent(value)}`
  const { items } = await account.server.getJson<{ items: Payload[] }>(path, token)
  return items.flatMap(({ numbers }) => numbers.map(String)).sort()
}

const alike = recorded.slice(0, 4).sort()

describe('the filter by number', () => {
  it.each([
    ['+447700900123', alike],
    ['07700900123', alike],
    ['sip:+447700900123@ims.example', alike],
    ['٠٧٧٠٠٩٠٠١٢٣', alike],
    ['+447700900124', ['+447700900124']],
    ['8 (916) 123-45-67', ['+79161234567']],
    ['HSBC', []],
  ])('%s finds all spellings of that number', async (number, numbers) => {
    expect(await listed('[numbers][0]', number)).toEqual(numbers)
  })
})

describe('a prefix is read as people write it at home', () => {
  it.each([
    ['(11) 98765', ['+5511987650042']],
    ['(11) 98765-0042', ['+5511987650042']],
    ['(212) 555', ['+12125550123', '+420212555012']],
    ['1 212 555', ['+12125550123']],
    ['912 34', ['+34912345678', '+351912345678']],
    ['20 12 34', ['+4520123456']],
    ['22 123', ['+48221234567']],
    ['8 (916) 123', ['+79161234567']],
    ['8 (916) 123-45-67', ['+79161234567']],
    ['06 30 123', ['+36301234567']],
    ['tel:+7-916', ['+79161234567']],
    ['＋７９１６', ['+79161234567']],
    ['+4477009', ['+447700900123', '+447700900123;ext=12', '+447700900124', 'sip:+447700900123@ims.example']],
    ['7700', []],
  ])('%s', async (prefix, numbers) => {
    expect(await listed('[number_prefix]', prefix)).toEqual(numbers)
  })
})
