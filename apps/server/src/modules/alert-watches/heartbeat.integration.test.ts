import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ownerPool } from '../../../../../tests/setup/owner-pool.ts'
import { anAccount, type TestAccount } from '../../../../../tests/setup/test-account.ts'
import { alertsLateSince, markTold, markWatched, raiseAlert } from '../alerts/index.ts'
import { heartbeat, whatIsLate } from './heartbeat.ts'
import { watchAccounts } from './watch-accounts.ts'

const client = 'northwind'
const metricsToken = 'a-token-of-24-characters'
const minuteMs = 60_000

let account: TestAccount<'boss'>
let expecting: Server
let beats = 0

beforeAll(async () => {
  expecting = createServer((_, response) => {
    beats++
    response.end()
  })
  await new Promise<void>((resolve) => expecting.listen(0, '127.0.0.1', resolve))
  const { port } = expecting.address() as AddressInfo
  account = await anAccount(client)
    .withGroups('London')
    .withPerson('boss', 'Account Administrator')
    .open({
      environment: {
        HOLDFAST_HEARTBEAT_URL: `http://127.0.0.1:${port}/ping?token=secret`,
        HOLDFAST_METRICS_TOKEN: metricsToken,
      },
    })
})
afterAll(async () => {
  await account?.close()
  expecting?.close()
})
beforeEach(async () => {
  beats = 0
  await account.write(async (tx) => {
    await tx.db.deleteFrom('alerts').where('client', '=', client).execute()
    await markWatched(tx)
  })
})

const context = () => ({
  platform: account.server.api.platform,
  signal: AbortSignal.timeout(60_000),
  attempt: 1,
})
const startedAt = new Date(Date.now() - 60 * minuteMs)
const lateIn = (minutes: number) =>
  account.read((tx) =>
    alertsLateSince(tx.db, client, { startedAt, now: new Date(tx.now.getTime() + minutes * minuteMs) }),
  )

it('alerts are late once nobody has looked for them for a quarter of an hour, but not right after a start', async () => {
  expect(await lateIn(14)).toBeNull()
  expect(await lateIn(16)).toMatch(/^\d{4}-/)
  expect(
    await account.read((tx) => alertsLateSince(tx.db, client, { now: new Date(Date.now() + minuteMs) })),
  ).toBeNull()
  await watchAccounts.handle(context(), {})
  expect(await lateIn(14)).toBeNull()
})

it('alerts are late while one waits to be told', async () => {
  const early = (minutes: number) =>
    account.write((tx) =>
      raiseAlert(
        { ...tx, now: new Date(tx.now.getTime() - minutes * minuteMs) },
        { condition: 'payload_failed', of: 'A-1', values: { device: 'A-1' }, group: 'London' },
      ),
    )
  const { alert_reference } = await early(20)
  expect(await lateIn(0)).toMatch(/^\d{4}-/)
  await account.write((tx) => markTold(tx, alert_reference))
  expect(await lateIn(0)).toBeNull()
})

it('the summary of alerts says whether they are late', async () => {
  const path = `/api/admin/v1/${client}/alerts/summary`
  expect(await account.server.getJson(path, account.tokens.boss)).toMatchObject({ late_since: null })
})

it('the heartbeat goes on while alerts and jobs are in time, and stops when a job is late', async () => {
  await heartbeat.handle(context(), {})
  expect(beats).toBe(1)
  const queue = ownerPool(account.server.settings.databaseUrl)
  await queue.query(
    `select graphile_worker.add_job('deliver_webhook', '{}'::json, run_at => now() - interval '16 minutes')`,
  )
  const { database } = account.server.api.platform
  expect(await database.readAcrossClients(whatIsLate)).toBe('jobs')
  await heartbeat.handle(context(), {})
  expect(beats).toBe(1)
  await queue.query('delete from graphile_worker._private_jobs')
  await queue.end()
  await heartbeat.handle(context(), {})
  expect(beats).toBe(2)
})

it('the age of the last look for alerts is a metric', async () => {
  const metrics = await (await account.server.call('GET', '/metrics', { token: metricsToken })).text()
  const [, age] = /^holdfast_alert_watch_age_seconds (\S+)$/m.exec(metrics) ?? []
  expect(Number(age)).toBeGreaterThanOrEqual(0)
  expect(Number(age)).toBeLessThan(15 * 60)
})
