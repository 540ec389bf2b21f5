import type { Payload } from '@holdfast/contract'
import { ulid } from 'ulid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { AccountWithHandsets } from '../../../test/account-with-handsets.ts'

let account: AccountWithHandsets
beforeAll(async () => {
  account = await AccountWithHandsets.open()
})
afterAll(() => account?.close())

it('a number that was withheld keeps its place among the numbers, and the others are found', async () => {
  const { access_token } = await account.verified('WITHHELD-1')
  const item = {
    payload_reference: ulid(),
    sequence: 0,
    payload_type: 'AbortedCall',
    payload_time: new Date().toISOString(),
    payload_state: 'NotRecorded',
    numbers: [null, '+447700900123', null],
    meta: { second_parties: [{ phone_number: null }, { phone_number: '+447700900123' }] },
  }
  // The second time, it is the same registration.
  for (const result of ['registered', 'known']) {
    const response = await account.call(access_token, 'POST', '/payloads', { body: { items: [item] } })
    expect(await response.json()).toMatchObject({ items: [{ result }] })
  }
  const officer = await account.signIn('olga', 'Compliance Officer')
  const base = '/api/client/v1/northwind/payloads'
  const payload = await account.server.getJson<Payload>(`${base}/${item.payload_reference}`, officer)
  expect(payload.numbers).toEqual(item.numbers)
  const found = await account.server.getJson<{ items: Payload[] }>(
    `${base}?filter[numbers][0]=${encodeURIComponent('+447700900123')}`,
    officer,
  )
  expect(found.items.map(({ payload_reference }) => payload_reference)).toEqual([item.payload_reference])
})
