import type { UserActivity } from '@holdfast/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { AccountWithRecordings, client } from '../../../test/account-with-recordings.ts'
import { newId } from '../../platform/identifiers.ts'

const base = `/api/admin/v1/${client}`
const opens = 'GET /payloads/{payload_reference}/data'
let account: AccountWithRecordings
let boss: string
/** Of the two openings. */
const listenings = [newId(), newId()] as const

beforeAll(async () => {
  account = await AccountWithRecordings.open()
  boss = await account.signIn('boss', 'Account Administrator', 'Compliance Officer')
  const payload_reference = await account.addCall(1, 'London')
  const played = (from_s: number, to_s: number) => ({ payload_reference, played: [{ from_s, to_s, speed: 1 }] })
  const [heard, unheard] = listenings
  await addEntry(heard, opens, { event: 'payload.data_requested', details: { payload_reference, reason: 'Complaint' } })
  await addEntry(unheard, opens, { event: 'payload.data_requested', details: { payload_reference } })
  await addEntry(heard, 'GET /media/{ticket}', { event: 'payload.played', details: { payload_reference } })
  await addEntry(heard, 'POST /media/{ticket}/played', { event: 'payload.listened', details: played(0, 10) })
  await addEntry(heard, 'POST /media/{ticket}/played', { event: 'payload.listened', details: played(10, 14) })
  await addEntry(heard, 'POST /media/{ticket}/played', { event: 'payload.listened', details: played(30, 31) })
})
afterAll(() => account?.close())

const addEntry = (listening_reference: string, call: string, event: { event: string; details: object }) =>
  account.server.api.platform.database.transaction(client, (tx) =>
    tx.db
      .insertInto('user_activities')
      .values({
        client,
        log_id: newId(),
        user_id: 'reviewer',
        roles: [],
        user_ip: '192.0.2.1',
        is_client_app: false,
        activity_time: tx.now,
        activity_end_time: tx.now,
        duration: 0,
        group: 'London',
        action: 'payloads:play',
        call,
        is_allowed: true,
        parameters: '{}',
        events: JSON.stringify([event]),
        status_code: 200,
        request_id: 'test',
        listening_reference,
      })
      .execute(),
  )

const trail = async (query: string): Promise<UserActivity[]> => {
  const path = `${base}/activities?limit=100&filter[user_id]=reviewer&${query}`
  return (await account.server.getJson<{ items: UserActivity[] }>(path, boss)).items
}

it('one listening is one entry, with what was played', async () => {
  const entries = await trail('filter[has_parts]=false')
  expect(entries.map(({ action }) => action)).toEqual([opens, opens])
  const [unheard, heard] = entries
  expect(unheard?.listening).toBeNull()
  expect(heard?.listening).toMatchObject({
    reference: listenings[0],
    played: [
      { from_s: 0, to_s: 14, speed: 1 },
      { from_s: 30, to_s: 31, speed: 1 },
    ],
  })
  expect(heard?.brief?.facts.reason).toBe('Complaint')
})

it('its parts are entries of their own for whoever asks for them', async () => {
  expect(await trail('')).toHaveLength(6)
  const own = await trail(`filter[listening_reference]=${listenings[0]}`)
  expect(own.map(({ event }) => event)).toEqual([
    'payload.listened',
    'payload.listened',
    'payload.listened',
    'payload.played',
    'payload.data_requested',
  ])
})

it('pages have each listening once, and the total counts what is listed', async () => {
  const path = `${base}/activities?filter[user_id]=reviewer&filter[has_parts]=false`
  const first = await account.server.getJson<{ items: UserActivity[]; last_key: string }>(`${path}&limit=1`, boss)
  const second = await account.server.getJson<{ items: UserActivity[] }>(
    `${path}&limit=1&last_key=${encodeURIComponent(first.last_key)}`,
    boss,
  )
  expect([...first.items, ...second.items].map(({ listening }) => listening?.reference ?? null)).toEqual([
    null,
    listenings[0],
  ])
  const { total } = await account.server.getJson<{ total: number }>(`${path}&query_result_type=total`, boss)
  expect(total).toBe(2)
})

it('parts of an opening before the period are entries of their own', async () => {
  const earlier = newId(new Date(Date.now() - 3 * 86_400_000))
  await addEntry(earlier, 'GET /media/{ticket}', { event: 'payload.viewed', details: {} })
  const today = new Date().toISOString().slice(0, 10)
  const entries = await trail(`filter[has_parts]=false&filter[date_from]=${today}`)
  expect(entries.filter(({ event }) => event === 'payload.viewed')).toHaveLength(1)
})
