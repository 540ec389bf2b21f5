import {
  countedDays,
  type ListTotal,
  type Payload,
  type PayloadCounts,
  type PayloadType,
  type PayloadTypeCounts,
  payloadTypes,
} from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addRows } from '../../../../../tests/setup/rows.ts'
import { anAccount, type TestAccount } from '../../../../../tests/setup/test-account.ts'
import { bumpAccessVersion } from '../../core/authorization/index.ts'
import { counterStatement } from '../payloads/index.ts'

/** The counts, compared with a plain evaluation over all rows and with the totals of the lists, for people who see different things. */

const client = 'northwind'
const base = `/api/client/v1/${client}`
const path = `${base}/payload_counts`
const dayMs = 24 * 60 * 60 * 1000
/** Noon, so that no row changes its day while the test runs; the server's day is the same. */
const today = new Date(`${new Date().toISOString().slice(0, 10)}T12:00:00.000Z`)
const groups = ['London', 'Lisbon', 'Leeds'] as const
const states = ['Processed', 'Processed', 'Failed', 'Quarantined', 'Processed', 'Recorded'] as const

interface Row {
  payload_reference: string
  payload_type: PayloadType
  payload_state: Payload['payload_state']
  group: string
  device_reference: string
  is_late: boolean
  damaged_at: string | null
  payload_time: string
}

const at = <T>(values: readonly T[], index: number): T => values[index % values.length] as T

const rowOf = (index: number): Row => ({
  payload_reference: `01ARZ3NDEKTSV4RRFFQ69G${String(index).padStart(4, '0')}`,
  payload_type: at(payloadTypes, index),
  payload_state: at(states, Math.floor(index / 11)),
  group: at(groups, index * 5 + Math.floor(index / 7)),
  device_reference: 'DEVICE-1',
  is_late: index % 9 === 0,
  damaged_at: index % 13 === 4 ? today.toISOString() : null,
  // Up to 49 days ago, and a few tomorrow, as from a handset with a wrong clock.
  payload_time: new Date(today.getTime() - ((index % 51) - 1) * dayMs).toISOString(),
})
const rows = Array.from({ length: 400 }, (_, index) => rowOf(index))

const people = ['all', 'london', 'calls', 'mixed'] as const
type Person = (typeof people)[number]
const seenBy: Record<Person, (row: Row) => boolean> = {
  all: () => true,
  london: ({ group }) => group === 'London',
  calls: ({ payload_type }) => payload_type === 'Call' || payload_type === 'Diagnostics',
  /** Everything of London, and photos of all groups. */
  mixed: ({ group, payload_type }) => group === 'London' || payload_type === 'Photo',
}

let account: TestAccount<Person | 'nobody'>
beforeAll(async () => {
  const ofLondon = { conditions: [{ names_matching: 'London' }] }
  account = await anAccount(client)
    .withGroups(...groups)
    .withRole('London', [{ actions_matching: 'payloads:read', ...ofLondon }])
    .withRole('Calls', [{ actions_matching: 'payloads:read' }])
    .withRole('Photos', [{ actions_matching: 'payloads:read' }])
    .withRole('Devices', [{ actions_matching: 'devices:read' }])
    .withPerson('all', 'Compliance Officer')
    .withPerson('london', 'London')
    .withPerson('calls', 'Calls')
    .withPerson('mixed', 'London', 'Photos')
    .withPerson('nobody', 'Devices')
    .open()
  await account.write(async (tx) => {
    for (const [role, types] of [
      ['Calls', ['Call', 'Diagnostics']],
      ['Photos', ['Photo']],
    ] as const) {
      await tx.db
        .updateTable('roles')
        .set({ payload_types: [...types] })
        .where('client', '=', client)
        .where('role_reference', '=', role)
        .execute()
    }
    await bumpAccessVersion(tx)
    await addRows(
      tx,
      'payloads',
      rows.map((row, sequence) => ({ ...row, sequence })),
    )
    await tx.executeAll([
      counterStatement(
        tx,
        rows.map(({ group, payload_type, payload_state, payload_time }) => ({
          group,
          payload_type,
          payload_state,
          payload_time,
          by: 1,
        })),
      ),
    ])
  })
}, 120_000)
afterAll(() => account?.close())

const read = (person: Person, query = '') =>
  account.server.getJson<PayloadCounts>(`${path}${query}`, account.tokens[person])

const daysAgo = (days: number): string => new Date(today.getTime() - days * dayMs).toISOString().slice(0, 10)
const lastDays = Array.from({ length: countedDays }, (_, index) => daysAgo(countedDays - 1 - index))

const expectedOf = (person: Person, payload_type: PayloadType, since: string): PayloadTypeCounts => {
  const seen = rows.filter((row) => row.payload_type === payload_type && seenBy[person](row))
  const recent = seen.filter(({ payload_time }) => payload_time >= since)
  const times = seen.map(({ payload_time }) => payload_time).sort()
  return {
    payload_type,
    days: lastDays.map((day) => seen.filter(({ payload_time }) => payload_time.startsWith(day)).length),
    last: times.at(-1) ?? null,
    failed: { total: recent.filter(({ payload_state }) => payload_state === 'Failed').length },
    quarantined: { total: recent.filter(({ payload_state }) => payload_state === 'Quarantined').length },
    late: { total: recent.filter(({ is_late }) => is_late).length },
    damaged: { total: seen.filter(({ damaged_at }) => damaged_at !== null).length },
  }
}

const typesOf = (person: Person): readonly PayloadType[] =>
  payloadTypes.filter((type) => groups.some((group) => seenBy[person]({ ...rowOf(0), payload_type: type, group })))

describe.each(people)('%s', (person) => {
  it('is counted by type and by day, with what needs a look', async () => {
    const { types } = await read(person)
    expect(types).toEqual(typesOf(person).map((type) => expectedOf(person, type, daysAgo(countedDays - 1))))
  })

  it('is told the totals of the lists behind the counts', async () => {
    const since = daysAgo(9)
    const { types } = await read(person, `?since=${since}`)
    const lists = {
      failed: `filter[payload_states][0]=Failed&filter[date_from]=${since}`,
      quarantined: `filter[payload_states][0]=Quarantined&filter[date_from]=${since}`,
      late: `filter[is_late]=true&filter[date_from]=${since}`,
      damaged: 'filter[is_damaged]=true',
    }
    for (const counts of types) {
      expect(counts).toEqual(expectedOf(person, counts.payload_type, since))
      for (const [name, filter] of Object.entries(lists)) {
        const list = `${base}/payloads?query_result_type=total&filter[payload_types][0]=${counts.payload_type}&${filter}`
        const total = await account.server.getJson<ListTotal>(list, account.tokens[person])
        expect([name, counts[name as keyof typeof lists]]).toEqual([name, total])
      }
    }
  })
})

it('the rows of the test show each difference', () => {
  const ofAll = payloadTypes.map((type) => expectedOf('all', type, daysAgo(countedDays - 1)))
  for (const name of ['failed', 'quarantined', 'late', 'damaged'] as const) {
    expect(ofAll.some((counts) => counts[name].total > 0)).toBe(true)
  }
})

it('comments are counted for people who may read them, by day, without deleted ones', async () => {
  const call = rows.find(({ payload_type }) => payload_type === 'Call')
  const comments = `${base}/payloads/${call?.payload_reference}/comments`
  const token = account.tokens.all
  const write = async () => {
    const response = await account.server.call('POST', comments, { token, body: { message: 'Heard' } })
    return (await response.json()) as { comment_id: string; comment_version: number; raised_at: string }
  }
  expect((await read('all')).comments).toEqual({ days: lastDays.map(() => 0), last: null })
  const [first, second] = [await write(), await write()]
  await account.server.call('DELETE', `${comments}/${second.comment_id}?version=${second.comment_version}`, { token })
  const days = [...lastDays.slice(1).map(() => 0), 1]
  expect((await read('all')).comments).toEqual({ days, last: first.raised_at })
  expect((await read('london')).comments).toBeNull()
})

it('is refused without the action, without a token, for another account, and with a malformed date', async () => {
  const refused = async (address: string, token?: string) =>
    (await account.server.call('GET', address, token === undefined ? {} : { token })).status
  expect(await refused(path, account.tokens.nobody)).toBe(403)
  expect(await refused(path)).toBe(401)
  await account.server.openAccount('contoso')
  expect(await refused('/api/client/v1/contoso/payload_counts', account.tokens.all)).toBe(401)
  for (const query of ['since=yesterday', 'since=2026-13-01', 'since[0]=2026-01-01', 'payload_types[0]=Call']) {
    expect([query, await refused(`${path}?${query}`, account.tokens.all)]).toEqual([query, 400])
  }
  expect(await refused(`${path}?since=1999-01-01`, account.tokens.all)).toBe(200)
})
