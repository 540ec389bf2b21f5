import { limits, type TrailByHour, type UserActivity } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AccountWithRecordings, client } from '../../../test/account-with-recordings.ts'
import { newId } from '../../platform/identifiers.ts'

const base = `/api/admin/v1/${client}`
const tokens = { boss: '', londoner: '', nobody: '' }
let account: AccountWithRecordings

/** Long ago, where nothing else happens. A day that begins at half past. */
const from = '2026-03-29-003000'
const timeOf = (hour: number, minutes: number) => new Date(Date.UTC(2026, 2, 29, hour, 30 + minutes))

interface Entry {
  at: Date
  group?: string | null
  denial_reason?: string
  is_allowed?: boolean
  isRead?: boolean
}

const done = JSON.stringify([{ event: 'group.updated', details: {} }])

const add = (entries: readonly Entry[]): Promise<void> =>
  account.server.api.platform.database.transaction(client, async (tx) => {
    const rows = entries.map(({ at, group = null, denial_reason = null, is_allowed = true, isRead = false }) => ({
      client,
      log_id: newId(at),
      user_id: 'boss',
      roles: [],
      user_ip: '192.0.2.1',
      browser: null,
      is_client_app: false,
      support_reference: null,
      activity_time: at,
      activity_end_time: at,
      duration: 0,
      group,
      action: 'groups:read' as const,
      call: isRead ? 'GET /groups' : 'PUT /groups/{group_reference}',
      is_allowed,
      denial_reason,
      status_code: is_allowed ? 200 : 403,
      parameters: '{}',
      events: isRead || denial_reason !== null ? '[]' : done,
      request_id: 'test',
    }))
    await tx.db.insertInto('user_activities').values(rows).execute()
  })

beforeAll(async () => {
  account = await AccountWithRecordings.open()
  await account.addRole('London alone', [
    { actions_matching: 'audit:read', conditions: [{ names_matching: 'London' }] },
  ])
  await account.addRole('No trail', [{ actions_matching: '*' }, { actions_matching: 'audit:*', is_denied: true }])
  tokens.boss = await account.signIn('boss', 'Account Administrator')
  tokens.londoner = await account.signIn('londoner', 'London alone')
  tokens.nobody = await account.signIn('nobody', 'No trail')
  const refused = { denial_reason: 'auth.forbidden', is_allowed: false }
  await add([
    { at: timeOf(0, 0), group: 'London' },
    { at: timeOf(0, 59), group: 'Lisbon', ...refused },
    { at: timeOf(1, 0), denial_reason: 'edit.conflict' },
    { at: timeOf(22, 5), isRead: true },
    { at: timeOf(23, 5), group: 'London', ...refused },
    { at: timeOf(-1, 59) },
  ])
})
afterAll(() => account?.close())

const path = (query: string) => `${base}/activities/hours?from=${from}&hours=23${query}`
const ask = (token: string, query = '') => account.server.getJson<TrailByHour>(path(query), token)
const none = { done: 0, not_done: 0, refused: 0, not_found: 0 }
const at = (hour: number) => timeOf(hour, 0).toISOString()

describe('the hours of a day', () => {
  it('have the numbers of the list by outcome, also on a day of 23 hours and in a time zone of half hours', async () => {
    expect(await ask(tokens.boss)).toEqual({
      items: [
        { ...none, from: at(0), done: 1, refused: 1 },
        { ...none, from: at(1), not_done: 1 },
        { ...none, from: at(22), done: 1 },
      ],
    })
    const { items } = await ask(tokens.boss, '&filter[has_reads]=false&filter[outcomes][0]=done')
    expect(items).toEqual([{ ...none, from: at(0), done: 1 }])
  })

  it('lead to lists with as many entries', async () => {
    const hour = 'filter[date_from]=2026-03-29-003000&filter[date_to]=2026-03-29-012959'
    const list = `${base}/activities?${hour}`
    const { items } = await account.server.getJson<{ items: UserActivity[] }>(list, tokens.boss)
    expect(items).toHaveLength(2)
  })

  it('count only what the reader may read', async () => {
    expect(await ask(tokens.londoner)).toEqual({ items: [{ ...none, from: at(0), done: 1 }] })
    expect(await ask(tokens.londoner, '&filter[groups][0]=Lisbon')).toEqual({ items: [] })
    expect((await account.server.call('GET', path(''), { token: tokens.nobody })).status).toBe(403)
    expect((await account.server.call('GET', path(''))).status).toBe(401)
  })

  it('are counted up to as many entries as a list, the latest ones', async () => {
    const early = { at: timeOf(2, 0) }
    for (let left = limits.maxCounted; left > 0; left -= 2_000) await add(Array.from({ length: 2_000 }, () => early))
    const { items, is_capped } = await ask(tokens.boss)
    expect(is_capped).toBe(true)
    expect(items.map((hour) => hour.from)).toEqual([at(2), at(22)])
  })

  it.each(['from=2026-02-30&hours=24', `from=${from}&hours=26`, `from=${from}`, `from=${from}&hours=1&filter[x]=1`])(
    'are not asked for with %s',
    async (query) => {
      const answer = await account.server.call('GET', `${base}/activities/hours?${query}`, { token: tokens.boss })
      expect(answer.status).toBe(400)
    },
  )

  it('of devices are those of their trail', async () => {
    const of = `${base}/device_activities/hours?from=${from}&hours=23`
    expect(await account.server.getJson(of, tokens.boss)).toEqual({ items: [] })
  })
})
