import { type ListedPayload, payloadTypes } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addRows } from '../../../../../../tests/setup/rows.ts'
import { anAccount, type TestAccount } from '../../../../../../tests/setup/test-account.ts'

const client = 'northwind'
/** More groups than are looked up by themselves; names that mean something in JSON or JavaScript. */
const seen = [...Array.from({ length: 40 }, (_, place) => `Desk ${place}`), 'Desk "A"', '__proto__', 'constructor']
const unseen = ['Vault', 'toString']
const groups = [...seen, ...unseen]
const rows = 180

let account: TestAccount<'ruth' | 'dora'>
beforeAll(async () => {
  account = await anAccount(client)
    .withGroups(...groups)
    .withRole('Desks', [
      {
        actions_matching: 'payloads:read',
        conditions: [{ names_matching: 'Desk .*|__proto__|constructor', is_regex: true }],
      },
    ])
    .withPerson('ruth', 'Compliance Officer')
    .withPerson('dora', 'Desks')
    .open()
  const payloads = Array.from({ length: rows }, (_, place) => ({
    payload_reference: `01ARZ3NDEKTSV4RRFFQ6${String(place).padStart(6, '0')}`,
    group: groups[place % groups.length] ?? '',
    payload_type: payloadTypes[place % payloadTypes.length] ?? 'Call',
    payload_state: place % 9 === 0 ? ('Deleted' as const) : ('Processed' as const),
    // Each time is that of three recordings, so that some pages end between recordings of the same time.
    payload_time: new Date(Date.UTC(2026, 0, 1, 0, Math.floor(place / 3))).toISOString(),
    device_reference: 'SN1',
    sequence: place,
  }))
  await account.write((tx) => addRows(tx, 'payloads', payloads))
})
afterAll(() => account?.close())

type Person = keyof typeof account.tokens

/** All pages of a list, to the last one. */
const list = async (who: Person, query = ''): Promise<ListedPayload[]> => {
  const items: ListedPayload[] = []
  let key: string | null = ''
  while (key !== null) {
    const path: string = `/api/client/v1/${client}/payloads?limit=50${query}${key && `&last_key=${key}`}`
    const page = await account.server.getJson<{ items: ListedPayload[]; last_key: string | null }>(
      path,
      account.tokens[who],
    )
    items.push(...page.items)
    key = page.last_key
  }
  return items
}

const referencesOf = (items: readonly ListedPayload[]) => items.map(({ payload_reference }) => payload_reference)

describe('the list for somebody who sees many groups', () => {
  it('has what is in these groups, the newest first, page by page, and nothing of others', async () => {
    const all = await list('ruth')
    expect(all).toHaveLength(rows)
    const items = await list('dora')
    expect(new Set(items.map(({ group }) => group))).toEqual(new Set(seen))
    expect(referencesOf(items)).toEqual(referencesOf(all.filter(({ group }) => seen.includes(group ?? ''))))
    const times = items.map(({ payload_time }) => payload_time)
    expect(times).toEqual(times.toSorted().reverse())
  })

  it('is the same however often it is read, when PostgreSQL no longer plans it for the values', async () => {
    const first = referencesOf(await list('dora'))
    for (let round = 0; round < 10; round++) expect(referencesOf(await list('dora'))).toEqual(first)
  })

  it.each([
    ['without deleted recordings', '&filter[is_deleted]=false', ({ payload_state }) => payload_state !== 'Deleted'],
    [
      'of some types',
      '&filter[payload_types][0]=Call&filter[payload_types][1]=SMS',
      ({ payload_type }) => payload_type === 'Call' || payload_type === 'SMS',
    ],
    [
      'of some of the groups, one of them hidden',
      '&filter[groups][0]=__proto__&filter[groups][1]=Vault',
      ({ group }) => group === '__proto__',
    ],
  ] satisfies [string, string, (payload: ListedPayload) => boolean][])('%s', async (_what, query, isWanted) => {
    const all = await list('dora')
    expect(referencesOf(await list('dora', query))).toEqual(referencesOf(all.filter(isWanted)))
  })
})
