import type { UserActivity } from '@holdfast/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ownerPool } from '../../../../../tests/setup/owner-pool.ts'
import { AccountWithRecordings, client } from '../../../test/account-with-recordings.ts'
import { isAboutDeviceUsers } from '../../core/activities/index.ts'
import { migrations } from '../../platform/database/migrations/index.ts'

const base = `/api/admin/v1/${client}`
const data = `/api/client/v1/${client}`
let account: AccountWithRecordings
const tokens = { boss: '', auditor: '', lisbon: '', reviewer: '' }

/** Ann made two calls, one of them in a group that she has left; the third one is somebody else's. */
beforeAll(async () => {
  account = await AccountWithRecordings.open()
  const first = await account.addCall(1, 'London', { device_user_reference: 'ann.low' })
  const second = await account.addCall(2, 'Lisbon', { device_user_reference: 'ann.low' })
  const other = await account.addCall(3, 'London', { device_user_reference: 'bob.lee' })
  const audit = { actions_matching: 'audit:read' }
  await account.addRole('Lisbon auditor', [{ ...audit, conditions: [{ names_matching: 'Lisbon' }] }])
  tokens.boss = await account.signIn('boss', 'Account Administrator', 'Compliance Officer')
  tokens.auditor = await account.signIn('auditor', 'Auditor')
  tokens.lisbon = await account.signIn('lisbon', 'Lisbon auditor')
  tokens.reviewer = await account.signIn('reviewer', 'Reviewer')
  const as = async (token: string, method: 'GET' | 'POST', path: string, body?: object) => {
    const response = await account.server.call(method, path, { token, ...(body && { body }) })
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`)
  }
  await as(tokens.boss, 'GET', `${data}/payloads/${first}/data?action=play`)
  await as(tokens.reviewer, 'GET', `${data}/payloads/${second}/data?action=play`)
  await as(tokens.boss, 'GET', `${data}/data?payload_references[]=${first}&payload_references[]=${other}`)
  await as(tokens.boss, 'GET', `${data}/payloads/${other}/data?action=play`)
  await as(tokens.boss, 'GET', `${data}/payloads/${first}`)
  await as(tokens.boss, 'POST', `${data}/exports`, {
    list: 'listPayloads',
    format: 'csv',
    query: { filter: { device_user_references: ['ann.low'] } },
  })
  await as(tokens.boss, 'POST', `${data}/payloads/delete`, { payload_references: [second, other], reason: 'Test' })
  // There is no such person any more.
  await account.server.call('GET', `${base}/users/ann.low`, { token: tokens.boss })
})
afterAll(() => account?.close())

const about = async (user: string, token = tokens.auditor, more = '') => {
  const path = `${base}/activities?limit=2&filter[subjects][0]=device_user:${user}${more}`
  const read = async (last = ''): Promise<UserActivity[]> => {
    const page = await account.server.getJson<{ items: UserActivity[]; last_key: string | null }>(path + last, token)
    return page.last_key === null ? page.items : [...page.items, ...(await read(`&last_key=${page.last_key}`))]
  }
  return (await read()).map(({ event, action }) => event ?? action)
}

const ofAnn = [
  'GET /users/{device_user_reference}',
  'payload.deleted',
  'list.exported',
  'payload.data_requested',
  'payload.data_requested',
  'payload.data_requested',
]

it('a person is found by what was done with their recordings, wherever these were made', async () => {
  expect(await about('ann.low')).toEqual(ofAnn)
  expect(await about('ann.low', tokens.auditor, '&filter[user_id]=reviewer')).toEqual(['payload.data_requested'])
  expect(await about('bob.lee')).toEqual(['payload.deleted', 'payload.data_requested', 'payload.data_requested'])
  expect(await about('nobody')).toEqual([])
})

it('who reads the trail of one group finds what was done there', async () => {
  expect(await about('ann.low', tokens.lisbon)).toEqual(['payload.data_requested'])
})

it('an index serves it, and the upgrade adds the entries from before', async () => {
  const plan = await account.read(async ({ db }) => {
    await sql`set local enable_seqscan = off`.execute(db)
    const page = sql<{ 'QUERY PLAN': string }>`explain select * from user_activities
      where client = ${client} and ${isAboutDeviceUsers(client, ['ann.low'])} order by log_id desc limit 51`
    return (await page.execute(db)).rows.map((row) => row['QUERY PLAN']).join('\n')
  })
  expect(plan).toMatch(/activity_device_users_pkey[\s\S]*device_user_reference = /)
  const owner = ownerPool(account.server.settings.databaseUrl)
  const stored = () => owner.query('select * from app.activity_device_users order by 1, 2, 3')
  const { rows } = await stored()
  expect(rows.length).toBeGreaterThan(8)
  await owner.query('delete from app.activity_device_users')
  for (const backfill of (migrations['0131-trail-of-device-users'] ?? []).slice(-2)) await owner.query(backfill)
  expect((await stored()).rows).toEqual(rows)
  await owner.end()
})
