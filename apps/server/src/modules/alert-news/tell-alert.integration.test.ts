import type { Notification } from '@holdfast/contract'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { SupportDesk } from '../../../../../tests/setup/support-desk.ts'
import { anAccount, type TestAccount } from '../../../../../tests/setup/test-account.ts'
import { bumpAccessVersion } from '../../core/authorization/index.ts'
import { raiseAlert } from '../alerts/index.ts'
import { tellAlert } from './tell-alert.ts'

const client = 'northwind'
const minuteMs = 60_000

let account: TestAccount<'boss' | 'dora' | 'rita'>
let desk: SupportDesk

beforeAll(async () => {
  account = await anAccount(client)
    .withGroups('London')
    .withRole('Alert readers', [{ actions_matching: 'alerts:read' }])
    .withPerson('boss', 'Account Administrator')
    .withPerson('dora', 'Device Manager')
    .withPerson('rita', 'Reviewer')
    .open()
  await account.write(async (tx) => {
    await tx.db
      .updateTable('roles')
      .set({ alert_permissions: JSON.stringify({ sec_read: true }) })
      .where('client', '=', client)
      .where('role_reference', '=', 'Alert readers')
      .execute()
    await bumpAccessVersion(tx)
  })
  desk = await SupportDesk.open(account.server, client, account.tokens.boss)
})
afterAll(() => account?.close())
beforeEach(async () => {
  await account.write((tx) => tx.db.deleteFrom('alerts').where('client', '=', tx.client).execute())
  for (const name of [client, 'admin']) {
    await account.server.api.platform.database.transaction(name, (tx) =>
      tx.db.deleteFrom('notifications').where('client', '=', name).execute(),
    )
  }
})

const raise = async (condition: 'payload_failed' | 'payload_quarantined' | 'device_deactivated') => {
  const { alert_reference } = await account.write((tx) =>
    raiseAlert(tx, { condition, of: 'A-1', values: { device: 'A-1' }, group: 'London' }),
  )
  const context = { platform: account.server.api.platform, signal: AbortSignal.timeout(60_000), attempt: 1 }
  await tellAlert.handle(context, { client, alert_reference })
  await tellAlert.handle(context, { client, alert_reference })
  return alert_reference
}
const toldTo = async (token: string, of = client) =>
  (await account.server.getJson<{ items: Notification[] }>(`/api/admin/v1/${of}/notifications`, token)).items.map(
    ({ kind, name, is_hidden }) => [kind, name, is_hidden],
  )

it('those who may read an alert are notified once, and staff if it is theirs as well', async () => {
  await raise('payload_failed')
  const news = [['alert_ops_high', 'Recordings of A-1 do not open', false]]
  expect(await toldTo(account.tokens.boss)).toEqual(news)
  expect(await toldTo(account.tokens.dora)).toEqual(news)
  expect(await toldTo(account.tokens.rita)).toEqual([])
  expect(await toldTo(desk.tokens.nadia, 'admin')).toEqual(news)
})

it('nobody is told of scopes that they may not read, nor of alerts of low severity', async () => {
  await raise('payload_quarantined')
  await raise('device_deactivated')
  expect(await toldTo(account.tokens.boss)).toEqual([['alert_sec_high', 'Recordings of A-1 are in quarantine', false]])
  expect(await toldTo(account.tokens.dora)).toEqual([])
  expect(await toldTo(desk.tokens.nadia, 'admin')).toEqual([])
})

it('nobody is told of what is silenced, also when it is raised anew', async () => {
  const path = `/api/admin/v1/${client}/alerts`
  const change = (alert_reference: string, body: object) =>
    account.server.call('PUT', path, {
      token: account.tokens.boss,
      body: { alert_references: [alert_reference], ...body },
    })
  const first = await raise('payload_failed')
  const until = new Date(Date.now() + 60 * minuteMs).toISOString()
  expect((await change(first, { change: 'silence', until, reason: 'Known' })).status).toBe(200)
  expect((await change(first, { change: 'clear' })).status).toBe(200)
  await account.write((tx) => tx.db.deleteFrom('notifications').where('client', '=', client).execute())
  const second = await raise('payload_failed')
  expect(second).not.toBe(first)
  expect(await toldTo(account.tokens.boss)).toEqual([])
  expect(await account.server.getJson(`${path}/${second}`, account.tokens.boss)).toMatchObject({
    silenced_until: until,
  })
})

it('whoever can decide on a request of the provider is notified of it once; others learn of the alert', async () => {
  const carl = await account.signIn('carl', 'Alert readers')
  await desk.asked()
  const { alert_reference } = await account.read((tx) =>
    tx.db
      .selectFrom('alerts')
      .select('alert_reference')
      .where('client', '=', client)
      .where('condition', '=', 'support_requested')
      .executeTakeFirstOrThrow(),
  )
  const context = { platform: account.server.api.platform, signal: AbortSignal.timeout(60_000), attempt: 1 }
  await tellAlert.handle(context, { client, alert_reference })
  expect((await toldTo(account.tokens.boss)).map(([kind]) => kind)).toEqual(['support_requested'])
  expect((await toldTo(carl)).map(([kind]) => kind)).toEqual(['alert_sec_other'])
})
