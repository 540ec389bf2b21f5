import {
  type ActivityOutcome,
  activityOutcomes,
  type DeviceActivity,
  outcomeOf,
  type UserActivity,
} from '@holdfast/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SupportDesk } from '../../../../../tests/setup/support-desk.ts'
import { AccountWithRecordings, client } from '../../../test/account-with-recordings.ts'
import { isNoRead } from '../../core/activities/index.ts'
import { newId } from '../../platform/identifiers.ts'

const base = `/api/admin/v1/${client}`
let account: AccountWithRecordings
let recording: string
let boss: string
let reviewer: string

beforeAll(async () => {
  account = await AccountWithRecordings.open()
  recording = await account.addCall(1, 'London')
  boss = await account.signIn('boss', 'Account Administrator', 'Compliance Officer')
  reviewer = await account.signIn('reviewer', 'Reviewer')
  const call = (method: 'GET' | 'PUT', path: string, token: string, body?: object) =>
    account.server.call(method, path, { token, ...(body && { body }) })
  // Done, refused, not found and wrong, each of them once.
  await call('PUT', `${base}/groups/Porto`, boss, { version: 0, tags: [] })
  await call('PUT', `${base}/groups/Paris`, reviewer, { version: 0, tags: [] })
  await call('GET', `${base}/groups/Atlantis`, boss)
  await call('PUT', `${base}/groups/Porto`, boss, { version: 9, tags: [] })
  await call('GET', `${base}/groups`, boss)
  await call('GET', `${base}/profile`, boss)
  const data = `/api/client/v1/${client}`
  await call('GET', `${data}/payloads/${recording}`, reviewer)
  await call('GET', `${data}/payloads/${recording}/data?action=play`, reviewer)
  await call('GET', `${data}/payloads/${newId()}/data?action=play`, reviewer)
  const desk = await SupportDesk.open(account.server, client, boss)
  await desk.visit('GET', `${base}/groups`, await desk.approved('Compliance Officer'))
})
afterAll(() => account?.close())

const trail = async (query: string): Promise<UserActivity[]> => {
  const path = `${base}/activities?limit=100&${query}`
  return (await account.server.getJson<{ items: UserActivity[] }>(path, boss)).items
}
const didOf = (items: readonly UserActivity[]) => [...new Set(items.map(({ action, event }) => event ?? action))]

describe('the outcome', () => {
  it.each(activityOutcomes)('%s is a filter', async (outcome: ActivityOutcome) => {
    const wanted = (await trail('')).filter((entry) => outcomeOf(entry) === outcome)
    expect(wanted).not.toEqual([])
    const found = await trail(`filter[outcomes][0]=${outcome}`)
    expect(found.map(outcomeOf)).toEqual(found.map(() => outcome))
    expect(found.map(({ log_id }) => log_id)).toEqual(expect.arrayContaining(wanted.map(({ log_id }) => log_id)))
  })

  it('tells what is not there from what was refused', async () => {
    const notFound = await trail('filter[outcomes][0]=not_found')
    expect(didOf(notFound)).toEqual(expect.arrayContaining(['GET /groups/{group_reference}', 'payload.data_requested']))
    const refused = await trail('filter[outcomes][0]=refused')
    expect(didOf(refused)).toEqual(['PUT /groups/{group_reference}'])
  })

  it('can be one of several, and no other than these', async () => {
    const both = await trail('filter[outcomes][0]=refused&filter[outcomes][1]=not_done')
    expect(both.map(outcomeOf)).toEqual(['not_done', 'refused'])
    const path = `${base}/activities?filter[outcomes][0]=allowed`
    expect((await account.server.call('GET', path, { token: boss })).status).toBe(400)
  })
})

describe('without reads, the trail has', () => {
  it('changes, opened content and refusals, but not what was only looked at', async () => {
    const refused = didOf(await trail('filter[has_reads]=false&filter[outcomes][0]=not_found'))
    expect(refused).toEqual(expect.arrayContaining(['payload.data_requested', 'GET /groups/{group_reference}']))
    const did = didOf(await trail('filter[has_reads]=false&filter[outcomes][0]=done'))
    expect(did).toEqual(expect.arrayContaining(['group.created', 'payload.data_requested']))
    for (const read of ['GET /profile', 'GET /activities', 'GET /payloads/{payload_reference}']) {
      expect(did).not.toContain(read)
      expect(didOf(await trail(''))).toContain(read)
    }
  })

  it('what staff looked at on a visit', async () => {
    const looked = (await trail('filter[has_reads]=false')).filter(({ action }) => action === 'GET /groups')
    expect(looked.map(({ support_reference }) => support_reference !== null)).toEqual([true])
  })

  it('searches for words', async () => {
    const settings = { is_word_search_on: true, is_asking_before_pictures: false }
    const path = `${base}/account/settings`
    expect((await account.server.call('PUT', path, { token: boss, body: settings })).status).toBe(200)
    await account.server.getJson(`/api/client/v1/${client}/payloads?filter[text]=merger`, reviewer)
    const [entry] = await trail('filter[has_reads]=false&filter[user_id]=reviewer')
    expect(entry?.parameters).toMatchObject({ filter: { has_words: true } })
  })

  it('what devices changed or sent', async () => {
    await addDeviceEntry({ call: 'GET /commands', events: '[]' })
    const details = { count: 1 }
    await addDeviceEntry({ call: 'POST /positions', events: JSON.stringify([{ event: 'gps.received', details }]) })
    const path = `${base}/device_activities?filter[has_reads]=false`
    const { items } = await account.server.getJson<{ items: DeviceActivity[] }>(path, boss)
    expect(items.map(({ action }) => action)).toEqual(['POST /positions'])
  })

  it('an index of its own', async () => {
    const plan = await account.server.api.platform.database.read(client, async ({ db }) => {
      await sql`set local enable_seqscan = off`.execute(db)
      const page = sql<{ 'QUERY PLAN': string }>`explain select * from user_activities
        where client = ${client} and ${isNoRead} order by log_id desc limit 51`
      return (await page.execute(db)).rows.map((row) => row['QUERY PLAN']).join('\n')
    })
    expect(plan).toContain('user_activities_client_log_id_idx')
  })
})

describe('what was done', () => {
  it('is found by its events and calls', async () => {
    expect(didOf(await trail('filter[did][0]=group.created'))).toEqual(['group.created'])
    const both = await trail('filter[did][0]=group.created&filter[did][1]=GET%20%2Fprofile')
    expect(didOf(both).sort()).toEqual(['GET /profile', 'group.created'])
  })

  it('that is unknown is nothing', async () => {
    expect(await trail(`filter[did][0]=${encodeURIComponent("group'; drop")}`)).toEqual([])
  })
})

const addDeviceEntry = (entry: { call: string; events: string }): Promise<unknown> =>
  account.server.api.platform.database.transaction(client, (tx) =>
    tx.db
      .insertInto('device_activities')
      .values({
        client,
        log_id: newId(),
        activity_time: tx.now,
        activity_end_time: tx.now,
        duration: 0,
        action: 'device',
        parameters: '{}',
        is_allowed: true,
        device_ip: '192.0.2.1',
        device_reference: 'London-1',
        status_code: 200,
        request_id: 'test',
        ...entry,
      })
      .execute(),
  )
