import type { Found } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { partiesOf, partiesStatement } from '../../apps/server/src/modules/payloads/index.ts'
import { addRows } from '../setup/rows.ts'
import { AccountUnderAttack } from './account-under-attack.ts'

/** The search finds nothing that its caller may not see, and what they may not see changes nothing that it finds. */

let account: AccountUnderAttack
beforeAll(async () => {
  account = await AccountUnderAttack.start()
  await addHidden(['rui.melo.2', 'hidden.person'], '+447700900777')
})
afterAll(() => account?.stop())

/** Adds people, and a number, of the group that amir may not see. */
const addHidden = (people: readonly string[], number: string) =>
  account.server.api.platform.database.transaction('acme', async (tx) => {
    await addRows(
      tx,
      'device_users',
      people.map((device_user_reference) => ({
        device_user_reference,
        group: 'Rates',
        first_name: 'Secret',
        surname: 'Anagram',
      })),
    )
    await addRows(tx, 'payload_numbers', [{ number, group: 'Rates', payload_reference: account.recordings.rates }])
    const meta = { second_parties: [{ phone_number: number, name: 'Secret Counterparty' }] }
    const parties = partiesOf({ group: 'Rates', payload_type: 'Call', numbers: [number], meta })
    await tx.executeAll([partiesStatement(tx.client, parties)])
  })

const search = (query: string, token = account.tokens.amir) =>
  account.server.call('GET', `/api/client/v1/acme/found?${query}`, { token })
const found = async (text: string, token = account.tokens.amir): Promise<Found[]> => {
  const response = await search(`text=${encodeURIComponent(text)}`, token)
  expect(response.status).toBe(200)
  return ((await response.json()) as { items: Found[] }).items
}

describe('a reviewer of Equities', () => {
  it.each([
    'rui.melo',
    'rui',
    'secret',
    'acme-Rates',
    'Rates',
    '+447700900777',
    '4477009007',
    '0777',
    '07700900777',
    'counterparty',
    'Secret Count',
    'Rates reviewer',
    'globex-Equities',
  ])('finds nothing by %s', async (text) => {
    expect(await found(text)).toEqual([])
  })

  it.each(['rates', 'elsewhere'] as const)('does not find the recording of %s by its reference', async (which) => {
    expect(await found(account.recordings[which])).toEqual([])
  })

  it('finds what belongs to their group, and their own recording', async () => {
    const references = async (text: string) => (await found(text)).map(({ reference }) => reference)
    expect(await references('ana.reis')).toContain('ana.reis')
    expect(await references('acme-')).toEqual(['acme-Equities'])
    expect(await references('Equi')).toEqual(['acme-Equities', 'Equities'])
    expect(await references(account.recordings.equities)).toEqual([account.recordings.equities])
  })

  it('gets the same answer however much hidden things match better', async () => {
    const texts = ['ana', 'a', '+4477', '477', '0123', 'acme', 'e']
    const answers = async () => JSON.stringify(await Promise.all(texts.map((text) => found(text))))
    const before = await answers()
    await addHidden(
      Array.from({ length: 50 }, (_, index) => `ana.${index}`),
      '+4477',
    )
    expect(await answers()).toBe(before)
  })

  it.each(['%', '_', '\\', '%%', "' or true --", '.*', '\u202e', '){0}', '\ud83d\ude00'])(
    'is given no wildcards: %s',
    async (text) => {
      const references = (await found(text)).map(({ reference, name }) => `${reference} ${name}`.toLowerCase())
      expect(references.filter((thing) => !thing.includes(text.toLowerCase()))).toEqual([])
    },
  )
})

it('nobody of another account finds anything, with either account in the address', async () => {
  expect((await search('text=ana', account.tokens.hank)).status).toBe(401)
  const own = await account.server.call('GET', '/api/client/v1/globex/found?text=acme', { token: account.tokens.hank })
  expect(await own.json()).toEqual({ items: [], more: [] })
})

it.each([
  '',
  'text=',
  `text=${'a'.repeat(256)}`,
  'text=%00',
  'text[]=a&text[]=b',
  'text=a&kinds[0]=secrets',
  'text=a&limit=1000',
  'text=a&filter[groups][0]=Rates',
])('a malformed search is refused: %s', async (query) => {
  expect((await search(query)).status).toBe(400)
})

it('a blank text finds nothing', async () => {
  expect(await found('  \u3000 ', account.tokens.boss)).toEqual([])
})
