import type { PayloadData } from '@holdfast/contract'
import { ulid } from 'ulid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addSealedMessages } from '../../../../../tests/setup/sealed-messages.ts'
import { anAccount, type TestAccount } from '../../../../../tests/setup/test-account.ts'

/** rita may play, and not download. */
let account: TestAccount<'rita'>
let message: string
beforeAll(async () => {
  account = await anAccount().withGroups('London').withPerson('rita', 'Reviewer').open()
  const [reference] = await addSealedMessages(account, [
    { text: 'at noon', group: 'London', device_reference: 'R58', thread_id: 'lunch', payload_time: new Date() },
  ])
  message = reference ?? ''
}, 60_000)
afterAll(() => account?.close())

const path = '/api/client/v1/northwind/data'
const statusFor = async (query: string) => {
  const { items } = await account.server.getJson<{ items: PayloadData[] }>(
    `${path}?payload_references[0]=${message}${query}`,
    account.tokens.rita,
  )
  return items[0]?.status
}

describe('GET /data', () => {
  it.each([
    ['', false],
    ['&action=download', false],
    ['&is_download=true', false],
    ['&action=play', true],
    ['&is_download=false', true],
    ['&action=play&is_download=true', true],
    ['&action=download&is_download=false', false],
  ])('with %j gives content to somebody who may only play: %s', async (query, isGiven) => {
    expect((await statusFor(query)) === 'Ok').toBe(isGiven)
  })

  it('tells how many recordings there may be to whoever asks for 101', async () => {
    const references = Array.from({ length: 101 }, (_, index) => `payload_references[${index}]=${ulid()}`)
    const response = await account.server.call('GET', `${path}?${references.join('&')}`, { token: account.tokens.rita })
    expect(response.status).toBe(400)
    expect(JSON.stringify(await response.json())).toContain('"keyword":"maxItems","params":{"limit":100')
  })
})
