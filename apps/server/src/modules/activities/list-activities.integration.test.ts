import {
  type DeviceActivity,
  type ListTotal,
  type PayloadAudit,
  type Permission,
  portalReadHeader,
  type UserActivity,
  type UserActivityEntry,
  type VisitEntry,
} from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SupportDesk } from '../../../../../tests/setup/support-desk.ts'
import { AccountWithRecordings, client } from '../../../test/account-with-recordings.ts'
import { isByPersonLike } from '../../core/activities/index.ts'
import { allOf } from '../../platform/database/index.ts'
import { newId } from '../../platform/identifiers.ts'

const base = `/api/admin/v1/${client}`
const notLisbon = (actions_matching: string): Permission => ({
  actions_matching,
  is_denied: true,
  conditions: [{ names_matching: 'Lisbon' }],
})

let account: AccountWithRecordings
let desk: SupportDesk
let recording: string
const tokens = { boss: '', auditor: '', reviewer: '', londoner: '', locked: '', trailReader: '', elsewhere: '' }

beforeAll(async () => {
  account = await AccountWithRecordings.open()
  recording = await account.addCall(1, 'Lisbon')
  await account.addRole('All but Lisbon', [{ actions_matching: '*' }, notLisbon('audit:*')])
  await account.addRole('London alone', [
    { actions_matching: 'audit:read', conditions: [{ names_matching: 'Lon*' }] },
    { actions_matching: 'groups:read' },
  ])
  await account.addRole('No trail', [{ actions_matching: '*' }, { actions_matching: 'audit:*', is_denied: true }])
  tokens.boss = await account.signIn('boss', 'Account Administrator', 'Compliance Officer')
  tokens.auditor = await account.signIn('auditor', 'All but Lisbon')
  tokens.reviewer = await account.signIn('reviewer', 'Reviewer')
  tokens.londoner = await account.signIn('londoner', 'London alone')
  tokens.locked = await account.signIn('locked', 'No trail')
  await account.addRole('Trail alone', [{ actions_matching: 'audit:read' }])
  tokens.trailReader = await account.signIn('trailReader', 'Trail alone')
  await account.addRole('Trail but Lisbon', [{ actions_matching: 'audit:read' }, notLisbon('audit:read')])
  tokens.elsewhere = await account.signIn('elsewhere', 'Trail but Lisbon')
  desk = await SupportDesk.open(account.server, client, tokens.boss)
  for (const group of ['London', 'Lisbon']) await account.server.getJson(`${base}/groups/${group}`, tokens.boss)
})
afterAll(() => account?.close())

const groupsIn = (items: readonly { group: string | null }[]) => [...new Set(items.map(({ group }) => group))].sort()

const trailOf = async (token: string, query = '') => {
  const path = `${base}/activities?limit=100&${query}`
  const { items } = await account.server.getJson<{ items: UserActivity[] }>(path, token)
  const { total } = await account.server.getJson<{ total: number }>(`${path}&query_result_type=total`, token)
  return { items, total, groups: groupsIn(items) }
}

describe('the trail for somebody to whom one group is denied', () => {
  it('shows entries of the other groups, and entries of no group', async () => {
    const { items, groups } = await trailOf(tokens.auditor)
    expect(groups).toEqual(['London', null])
    expect(items.length).toBeGreaterThan(5)
  })

  it('leaves that group out of the total', async () => {
    expect(await trailOf(tokens.auditor, 'filter[groups][0]=Lisbon')).toEqual({ items: [], total: 0, groups: [] })
    expect((await trailOf(tokens.boss, 'filter[groups][0]=Lisbon')).total).toBeGreaterThan(0)
  })

  it('hides the history of recordings of that group', async () => {
    const path = `/api/client/v1/${client}/payloads/${recording}/audit`
    expect((await account.server.call('GET', path, { token: tokens.auditor })).status).toBe(403)
    const history = await account.server.getJson<PayloadAudit>(path, tokens.reviewer)
    expect(history.records).toBeInstanceOf(Array)
  })

  it('hides that group in the list of what staff did on a visit', async () => {
    const reference = await desk.approved('Compliance Officer')
    for (const group of ['London', 'Lisbon']) await desk.visit('GET', `${base}/groups/${group}`, reference)
    const path = `${base}/supportaccess/${reference}/visit`
    const toldTo = async (token: string) => {
      const { items } = await account.server.getJson<{ items: VisitEntry[] }>(path, token)
      const { total } = await account.server.getJson<{ total: number }>(`${path}?query_result_type=total`, token)
      return [items.map(({ parameters }) => parameters.group_reference), total]
    }
    expect(await toldTo(tokens.auditor)).toEqual([['London'], 1])
    expect(await toldTo(tokens.boss)).toEqual([['London', 'Lisbon'], 2])
  })
})

it('the trail shows somebody who may read one group only the entries of that group', async () => {
  expect((await trailOf(tokens.londoner)).groups).toEqual(['London'])
})

it('the trail is refused to somebody to whom it is denied everywhere', async () => {
  expect((await account.server.call('GET', `${base}/activities`, { token: tokens.locked })).status).toBe(403)
})

it('entries of a deleted group stay visible to those who could read its trail before, and to nobody else', async () => {
  for (const group of ['Lon old', 'Lisbon old']) {
    const made = await account.server.call('PUT', `${base}/groups/${group}`, {
      token: tokens.boss,
      body: { version: 0, tags: [] },
    })
    expect(made.status).toBe(200)
    expect((await account.server.call('DELETE', `${base}/groups/${group}`, { token: tokens.boss })).status).toBe(204)
  }
  expect((await trailOf(tokens.londoner)).groups).toEqual(['Lon old', 'London'])
  expect((await trailOf(tokens.auditor)).groups).toEqual(['Lisbon old', 'Lon old', 'London', null])
})

it('the trail counts up to 10,000 entries, and says when there are more', async () => {
  const countOf = () =>
    account.server.getJson<ListTotal>(`${base}/device_activities?query_result_type=total`, tokens.boss)
  await addDeviceEntries(9_999)
  expect(await countOf()).toEqual({ total: 9_999 })
  await addDeviceEntries(1)
  expect(await countOf()).toEqual({ total: 10_000 })
  await addDeviceEntries(1)
  expect(await countOf()).toEqual({ total: 10_000, is_capped: true })
})

const entriesOf = async (token: string, filter: Record<string, string>) => {
  const query = Object.entries(filter).map(([name, value]) => `filter[${name}]=${encodeURIComponent(value)}`)
  return (await trailOf(token, query.join('&'))).items
}

describe('what an entry is about', () => {
  const read = () => account.server.getJson(`/api/client/v1/${client}/payloads/${recording}`, tokens.reviewer)
  const lastRead = async (token: string) =>
    (await entriesOf(token, { user_id: 'reviewer', action: 'GET /payloads/{payload_reference}' }))[0]
  const about = (payload: unknown, recorded: unknown = null) => [
    { kind: 'payload', reference: recording, name: null, payload, recorded },
  ]

  it('is told with the parties to a reader who may see the recording', async () => {
    await read()
    const entry = await lastRead(tokens.boss)
    expect(entry?.subjects).toEqual(
      about(expect.objectContaining({ payload_type: 'Call', numbers: expect.any(Array) })),
    )
    expect(entry?.subject_count).toBe(1)
  })

  it('is its kind and time to somebody who may read the trail of its group, but not the recording', async () => {
    await read()
    const entry = await lastRead(tokens.trailReader)
    const known = about(null, { payload_type: 'Call', payload_time: expect.any(String) })
    expect(entry?.subjects).toEqual(known)
    const one = await account.server.getJson(`${base}/activities/${entry?.log_id}`, tokens.trailReader)
    expect(one).toMatchObject({ log_id: entry?.log_id, subjects: known, events: [] })
  })

  it('is its reference alone to somebody who may not read the trail of its group', async () => {
    const path = `/api/client/v1/${client}/data?payload_references[]=${recording}`
    await account.server.getJson(path, tokens.reviewer)
    const [entry] = await entriesOf(tokens.elsewhere, { user_id: 'reviewer', action: 'GET /data' })
    expect(entry?.subjects).toEqual(about(null))
  })

  it('is named by what was changed, and has its own address with the changes', async () => {
    const made = await account.server.call('PUT', `${base}/groups/Porto`, {
      token: tokens.boss,
      body: { version: 0, tags: [] },
    })
    expect(made.status).toBe(200)
    const [entry] = await entriesOf(tokens.boss, { action: 'PUT /groups/{group_reference}' })
    expect(entry).toMatchObject({ event: 'group.created', subjects: [{ kind: 'group', reference: 'Porto' }] })
    const one = await account.server.getJson<UserActivityEntry>(`${base}/activities/${entry?.log_id}`, tokens.boss)
    expect(one.events).toMatchObject([{ event: 'group.created', reference: 'Porto' }])
  })

  it('is hidden, like an entry that is not there, from somebody who may not read that entry', async () => {
    await read()
    const entry = await lastRead(tokens.boss)
    const ask = async (log_id: string | undefined, token: string) =>
      (await account.server.call('GET', `${base}/activities/${log_id}`, { token })).status
    expect(await ask(entry?.log_id, tokens.boss)).toBe(200)
    expect(await ask(entry?.log_id, tokens.auditor)).toBe(404)
    expect(await ask(newId(), tokens.boss)).toBe(404)
  })

  it('of a device is read at an address of its own', async () => {
    await addDeviceEntries(1)
    const path = `${base}/device_activities`
    const { items } = await account.server.getJson<{ items: DeviceActivity[] }>(path, tokens.boss)
    const one = await account.server.getJson<DeviceActivity>(`${path}/${items[0]?.log_id}`, tokens.boss)
    expect(one).toMatchObject({ device_reference: 'London-1', action: 'POST /logs' })
  })
})

describe('people on the trail', () => {
  const whoIs = async (person: string, token = tokens.boss) =>
    [...new Set((await entriesOf(token, { person })).map(({ user_id }) => user_id))].sort()

  it('are found by any part of their reference, in either case', async () => {
    expect(await whoIs('REVIEW')).toEqual(['reviewer'])
    expect(await whoIs('%')).toEqual([])
  })

  it('are found by the part of their reference after the prefix of visiting staff', async () => {
    const reference = await desk.approved('Compliance Officer')
    await desk.visit('GET', `${base}/groups/London`, reference)
    const [visitor] = (await entriesOf(tokens.boss, { action: 'GET /groups/{group_reference}' })).filter(
      ({ support_reference }) => support_reference === reference,
    )
    const name = visitor?.user_id?.replace('admin/', '') ?? ''
    expect(name).toMatch(/^..../)
    expect(await whoIs(name.slice(1))).toEqual([visitor?.user_id])
  })

  it.each([
    { searched: 2, named: 1_000 },
    { searched: 10_000, named: 1 },
  ])('are all found when there are more than are looked at or named (%j)', async (limits) => {
    const found = (chosen?: typeof limits) =>
      account.server.api.platform.database.read(client, async (tx) => {
        const wanted = { text: 'O', others: ['reviewer'], ...(chosen && { limits: chosen }) }
        const condition = await isByPersonLike(tx, wanted)
        const rows = await tx.db
          .selectFrom('user_activities')
          .select('user_id')
          .where('client', '=', client)
          .where(allOf([condition]))
          .execute()
        return [...new Set(rows.map(({ user_id }) => user_id))].sort()
      })
    expect(await found(limits)).toEqual(await found())
    expect(await found()).toEqual(expect.arrayContaining(['auditor', 'boss', 'locked', 'londoner', 'reviewer']))
    expect(await found()).not.toContain('trailReader')
  })

  it('are found by name by everybody who reads the trail', async () => {
    await account.server.api.platform.database.transaction(client, (tx) =>
      tx.db
        .updateTable('portal_users')
        .set({ name: 'Conceição Prado' })
        .where('client', '=', client)
        .where('user_reference', '=', 'reviewer')
        .execute(),
    )
    expect(await whoIs('prado')).toEqual(['reviewer'])
    expect(await whoIs('prado', tokens.trailReader)).toEqual(['reviewer'])
  })
})

it('what the portal reads by itself can be left out, unless it was refused', async () => {
  await account.server.getJson(`/api/admin/v1/${client}/profile`, tokens.reviewer)
  const call = { user_id: 'reviewer', action: 'GET /profile' }
  expect(await entriesOf(tokens.boss, call)).not.toEqual([])
  expect(await entriesOf(tokens.boss, { ...call, has_portal_reads: 'false' })).toEqual([])
  const support = { user_id: 'boss', action: 'GET /supportaccess', has_portal_reads: 'false' }
  const byItself = { token: tokens.boss, headers: { [portalReadHeader]: '1' } }
  expect((await account.server.call('GET', `${base}/supportaccess?limit=1`, byItself)).status).toBe(200)
  expect(await entriesOf(tokens.boss, support)).toEqual([])
  await account.server.getJson(`${base}/supportaccess`, tokens.boss)
  expect(await entriesOf(tokens.boss, support)).toHaveLength(1)
  const path = `/api/client/v1/${client}/payloads/${recording}`
  for (const part of ['', '/audit', '/comments']) {
    const headers = { [portalReadHeader]: '1' }
    expect((await account.server.call('GET', path + part, { token: tokens.reviewer, headers })).status).toBe(200)
  }
  const shown = await entriesOf(tokens.boss, { user_id: 'reviewer', has_portal_reads: 'false' })
  const last = shown.slice(0, 1).map(({ action }) => action)
  expect(last, 'a call that does not declare the header cannot be hidden').toEqual([
    'GET /payloads/{payload_reference}',
  ])
  const address = `${base}/word_index`
  expect((await account.server.call('GET', address, { token: tokens.trailReader })).status).toBe(403)
  const refused = { user_id: 'trailReader', action: 'GET /word_index', has_portal_reads: 'false' }
  expect(await entriesOf(tokens.boss, refused)).toHaveLength(1)
})

it('totals of searched words cannot be left out, and nobody learns from the trail alone whose conversation was opened', async () => {
  const search = `/api/client/v1/${client}/payloads?query_result_type=total&filter[text]=merger`
  const settings = { is_word_search_on: true, is_asking_before_pictures: false }
  const put = await account.server.call('PUT', `${base}/account/settings`, { token: tokens.boss, body: settings })
  expect(put.status).toBe(200)
  await account.server.getJson(search, tokens.reviewer)
  const searched = await entriesOf(tokens.boss, {
    user_id: 'reviewer',
    action: 'GET /payloads',
    has_portal_reads: 'false',
  })
  expect(searched[0]?.parameters).toMatchObject({ query_result_type: 'total', filter: { has_words: true } })
  const thread = encodeURIComponent('+447700900978 +447700900174')
  await account.server.call('GET', `/api/client/v1/${client}/devices/London-1/sms/${thread}`, {
    token: tokens.reviewer,
  })
  const opened = await entriesOf(tokens.trailReader, { action: 'GET /devices/{device_reference}/sms/{thread_id}' })
  expect(opened).toHaveLength(1)
  expect(JSON.stringify(opened)).not.toContain('900978')
})

const maxAtOnce = 2_000

const addDeviceEntries = (count: number): Promise<void> =>
  account.server.api.platform.database.transaction(client, async (tx) => {
    const times = { activity_time: tx.now, activity_end_time: tx.now, duration: 0 }
    const call = { action: 'device', call: 'POST /logs', parameters: '{}', events: '[]', is_allowed: true } as const
    const by = { device_ip: '192.0.2.1', device_reference: 'London-1', status_code: 200, request_id: 'test' }
    for (let left = count; left > 0; left -= maxAtOnce) {
      const entries = Array.from({ length: Math.min(left, maxAtOnce) }, () => ({
        client,
        log_id: newId(),
        ...times,
        ...call,
        ...by,
      }))
      await tx.db.insertInto('device_activities').values(entries).execute()
    }
  })
