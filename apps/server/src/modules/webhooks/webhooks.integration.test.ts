import { createPublicKey, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Alert, Webhook, WebhookDelivery, WebhookWithDeliveries } from '@holdfast/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ownerPool } from '../../../../../tests/setup/owner-pool.ts'
import { anAccount, type TestAccount } from '../../../../../tests/setup/test-account.ts'
import { alertNewsJobs } from '../alert-news/index.ts'
import { clearAlert, raiseAlert } from '../alerts/index.ts'
import { deliverWebhook } from './deliver.ts'
import { settleDelivery } from './settle-delivery.ts'
import { sweepAccount } from './sweep-deliveries.ts'

const client = 'northwind'
const base = `/api/admin/v1/${client}/webhooks`
const hourMs = 3_600_000

interface Received {
  headers: IncomingHttpHeaders
  body: string
}

let account: TestAccount<'boss' | 'dora' | 'wes'>
let receiver: Server
let url: string
let received: Received[] = []
/** What the customer's system answers. */
let status = 204

beforeAll(async () => {
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
      response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/holdfast`
  account = await anAccount(client)
    .withGroups('London')
    .withRole('Webhooks only', [{ actions_matching: 'webhooks:*' }])
    .withPerson('boss', 'Account Administrator')
    .withPerson('dora', 'Device Manager')
    .withPerson('wes', 'Webhooks only')
    .open({ environment: { HOLDFAST_ALLOW_PRIVATE_ADDRESSES: 'true' } })
})
afterAll(async () => {
  await account?.close()
  receiver?.close()
})
beforeEach(async () => {
  received = []
  status = 204
  await account.write(async (tx) => {
    await tx.db.deleteFrom('webhooks').where('client', '=', client).execute()
    await tx.db.deleteFrom('alerts').where('client', '=', client).execute()
  })
})

const call = async <T>(method: string, path: string, body?: object, token = account.tokens.boss) => {
  const response = await account.server.call(method, `${base}${path}`, { token, ...(body ? { body } : {}) })
  const text = await response.text()
  return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as T & { code?: string } }
}
const fields = () => ({ url, event_types: ['alert.raised', 'alert.cleared'], is_active: true })
const created = async (own: object = {}) => {
  const { status: answer, body } = await call<Webhook>('PUT', '/SIEM', { ...fields(), ...own })
  expect(answer).toBe(200)
  return body
}
const read = async () => (await call<WebhookWithDeliveries>('GET', '/SIEM')).body
const raised = (device = 'A-1') =>
  account.write((tx) =>
    raiseAlert(tx, { condition: 'payload_failed', of: device, values: { device }, group: 'London' }),
  )
const cleared = (device = 'A-1') => account.write((tx) => clearAlert(tx, 'payload_failed', device))
const context = () => ({
  platform: account.server.api.platform,
  signal: AbortSignal.timeout(60_000),
  attempt: 1,
})
/** Runs the jobs that wait in the queue, as workers do; those that are too early do nothing. */
const work = async () => {
  const queue = ownerPool(account.server.settings.databaseUrl)
  const { rows } = await queue.query(
    `delete from graphile_worker._private_jobs job using graphile_worker._private_tasks task where task.id = job.task_id
      and task.identifier in ('tell_alert', 'tell_cleared_alert', 'deliver_webhook')
      returning task.identifier as name, job.payload, job.id`,
  )
  await queue.end()
  const jobs = [...alertNewsJobs, deliverWebhook]
  for (const { name, payload } of rows.toSorted((one, other) => Number(one.id) - Number(other.id))) {
    await jobs.find(({ definition }) => definition.name === name)?.handle(context(), payload as never)
  }
  return rows.length
}
const workAll = async () => {
  while ((await work()) > 0);
}
/** Lets what waits be tried now. */
const bringForward = (hours: number) =>
  account.write(async (tx) => {
    const before = new Date(tx.now.getTime() - hours * hourMs)
    await tx.db
      .updateTable('webhook_deliveries')
      .set({ next_at: new Date(tx.now.getTime() - hourMs), claimed_until: null })
      .where('client', '=', client)
      .where('state', '=', 'waiting')
      .execute()
    await tx.db
      .updateTable('webhooks')
      .set({ paused_until: null, failing_since: before })
      .where('client', '=', client)
      .where('failing_since', 'is not', null)
      .execute()
    await sweepAccount(tx)
  })

/** Verifies a signature as a customer's system does, with the text of the public key alone. */
const isSigned = ({ headers, body }: Received, public_key: string): boolean => {
  const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex')
  const raw = Buffer.from(public_key.replace(/^whpk_/, ''), 'base64')
  const key = createPublicKey({ key: Buffer.concat([spkiPrefix, raw]), format: 'der', type: 'spki' })
  const [scheme, signature = ''] = String(headers['webhook-signature']).split(',')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  return scheme === 'v1a' && verify(null, Buffer.from(signed), key, Buffer.from(signature, 'base64'))
}

describe('a webhook', () => {
  it('is told of an alert that is raised and cleared, signed, without names, numbers or content', async () => {
    const { public_key } = await created()
    expect(public_key).toMatch(/^whpk_[A-Za-z0-9+/]{43}=$/)
    const { alert_reference } = await raised()
    await raised()
    await workAll()
    await cleared()
    await workAll()
    expect(received.map(({ body }) => JSON.parse(body).type)).toEqual(['alert.raised', 'alert.cleared'])
    const [first] = received
    expect(JSON.parse(first?.body ?? '')).toEqual({
      type: 'alert.raised',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      data: {
        alert_reference,
        condition: 'payload_failed',
        scope: 'ops',
        severity: 'High',
        link: `${account.server.originOf(client)}/dashboard/account/alerts/${alert_reference}`,
      },
    })
    for (const one of received) expect(isSigned(one, public_key)).toBe(true)
    expect(isSigned({ ...received[0], body: '{}' } as Received, public_key)).toBe(false)
    const { deliveries, failing_since, delivered_at } = await read()
    expect(deliveries.map(({ state, attempts, last_status }) => [state, attempts, last_status])).toEqual([
      ['delivered', 1, 204],
      ['delivered', 1, 204],
    ])
    expect([failing_since, delivered_at]).toEqual([null, expect.any(String)])
  })

  it('gets the events that it asks for, and nothing while it is off or of silenced alerts', async () => {
    await created({ event_types: ['alert.cleared'] })
    await raised()
    await workAll()
    expect(received).toEqual([])
    const until = new Date(Date.now() + hourMs).toISOString()
    const alerts = `/api/admin/v1/${client}/alerts`
    const { items } = await account.server.getJson<{ items: Alert[] }>(alerts, account.tokens.boss)
    const body = {
      alert_references: items.map((one) => one.alert_reference),
      change: 'silence',
      until,
      reason: 'Known',
    }
    expect((await account.server.call('PUT', alerts, { token: account.tokens.boss, body })).status).toBe(200)
    await cleared()
    await workAll()
    expect(received).toEqual([])
    await created({ is_active: false })
    await raised('B-1')
    await cleared('B-1')
    await workAll()
    expect((await read()).deliveries).toEqual([])
  })

  it('is told of an alert that a person re-opens', async () => {
    await created({ event_types: ['alert.raised'] })
    const { alert_reference } = await raised()
    await workAll()
    await cleared()
    const body = { alert_references: [alert_reference], change: 'reopen' }
    const path = `/api/admin/v1/${client}/alerts`
    expect((await account.server.call('PUT', path, { token: account.tokens.boss, body })).status).toBe(200)
    await workAll()
    expect(received.map((one) => JSON.parse(one.body))).toMatchObject([
      { type: 'alert.raised', data: { alert_reference } },
      { type: 'alert.raised', data: { alert_reference } },
    ])
  })

  it('gets the same id and the same bytes at every try, until it takes them', async () => {
    await created()
    status = 500
    await raised()
    await workAll()
    const [waiting] = (await read()).deliveries
    expect(waiting).toMatchObject({ state: 'waiting', attempts: 1, last_outcome: 'refused', last_status: 500 })
    expect((await read()).failing_since).not.toBeNull()
    status = 302
    await bringForward(1)
    await workAll()
    status = 200
    await bringForward(1)
    await workAll()
    expect(received).toHaveLength(3)
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(new Set(received.map(({ body }) => body)).size).toBe(1)
    expect((await read()).deliveries).toMatchObject([{ state: 'delivered', attempts: 3, next_at: null }])
    expect((await read()).failing_since).toBeNull()
    await workAll()
    expect(received).toHaveLength(3)
  })

  it('is given up after three days, and delivers by hand what failed', async () => {
    await created()
    status = 503
    await raised()
    await workAll()
    await account.write((tx) =>
      tx.db
        .updateTable('webhook_deliveries')
        .set({ retry_until: new Date(tx.now.getTime() + 1_000) })
        .where('client', '=', client)
        .execute(),
    )
    await bringForward(1)
    await workAll()
    const [given] = (await read()).deliveries
    expect(given).toMatchObject({ state: 'failed', attempts: 2, next_at: null })
    status = 200
    const again = { delivery_reference: given?.delivery_reference }
    expect((await call<WebhookDelivery>('POST', '/SIEM/deliveries', again)).body).toMatchObject({ state: 'waiting' })
    await workAll()
    expect((await read()).deliveries).toMatchObject([{ ...again, state: 'delivered' }])
    expect(new Set(received.map(({ headers, body }) => `${headers['webhook-id']} ${body}`)).size).toBe(1)
  })

  it('is sent by one of several workers, not by each of them', async () => {
    await created()
    const { delivery_reference } = (await call<WebhookDelivery>('POST', '/SIEM/deliveries', {})).body
    const job = { client, webhook_reference: 'SIEM', delivery_reference }
    await Promise.all(Array.from({ length: 4 }, () => deliverWebhook.handle(context(), job)))
    expect(received.map(({ body }) => JSON.parse(body).type)).toEqual(['webhook.test'])
    expect((await read()).deliveries).toMatchObject([{ event_type: 'webhook.test', state: 'delivered' }])
  })

  it('is switched off with an alert after five days of failures only, and on again by somebody', async () => {
    await created()
    status = 500
    await raised()
    await workAll()
    await bringForward(4 * 24)
    await workAll()
    expect((await read()).is_active).toBe(true)
    await bringForward(5 * 24)
    await workAll()
    expect(await read()).toMatchObject({ is_active: false, switched_off_at: expect.any(String), version: 2 })
    const alerts = `/api/admin/v1/${client}/alerts?filter[conditions][0]=webhook_failed`
    const states = async () =>
      (await account.server.getJson<{ items: Alert[] }>(alerts, account.tokens.boss)).items.map(
        (one) => one.alert_state,
      )
    expect(await states()).toEqual(['Triggered'])
    status = 204
    // Tests are delivered while it is off, other events are not.
    await call('POST', '/SIEM/deliveries', {})
    await bringForward(1)
    await workAll()
    expect((await read()).deliveries.map(({ event_type, state }) => [event_type, state])).toEqual([
      ['webhook.test', 'delivered'],
      ['alert.raised', 'failed'],
    ])
    expect(await created({ version: 2 })).toMatchObject({ is_active: true, switched_off_at: null })
    expect(await states()).toEqual(['Cleared'])
  })

  it('is switched off at once by an address that is gone', async () => {
    await created()
    status = 410
    await raised()
    await workAll()
    expect(await read()).toMatchObject({ is_active: false })
  })

  it('that does not answer is not asked again for a moment', async () => {
    await created({ url: 'http://127.0.0.1:1/' })
    await raised('A-1')
    await raised('B-1')
    await workAll()
    const states = (await read()).deliveries.map(({ attempts, last_outcome }) => [attempts, last_outcome]).toSorted()
    expect(states).toEqual([
      [0, null],
      [1, 'no_answer'],
    ])
  })

  it('that does not answer is tried again at once when somebody asks for it', async () => {
    await created({ url: 'http://127.0.0.1:1/' })
    await raised()
    await work()
    await work()
    const [waiting] = (await read()).deliveries
    expect(waiting).toMatchObject({ state: 'waiting', attempts: 1, last_outcome: 'no_answer' })
    await account.write((tx) => tx.db.updateTable('webhooks').set({ url }).where('client', '=', client).execute())
    await call('POST', '/SIEM/deliveries', { delivery_reference: waiting?.delivery_reference })
    const queue = ownerPool(account.server.settings.databaseUrl)
    const due = await queue.query(
      "select from graphile_worker.jobs where task_identifier = 'deliver_webhook' and run_at <= now()",
    )
    await queue.end()
    expect(due.rowCount).toBe(1)
    await workAll()
    expect((await read()).deliveries).toMatchObject([{ state: 'delivered', attempts: 1 }])
  })
})

describe('an address', () => {
  const strict = () => ({ ...account.server.api.platform.settings, allowPrivateAddresses: false })

  it('is checked where it is connected to', async () => {
    await created({ url: url.replace('127.0.0.1', 'localhost').replace('http:', 'https:') })
    const { delivery_reference } = (await call<WebhookDelivery>('POST', '/SIEM/deliveries', {})).body
    const { platform } = account.server.api
    const guarded = { ...context(), platform: { ...platform, settings: strict() } }
    await deliverWebhook.handle(guarded, { client, webhook_reference: 'SIEM', delivery_reference })
    expect(received).toEqual([])
    expect((await read()).deliveries).toMatchObject([{ last_outcome: 'forbidden_address', state: 'failed' }])
  })

  it.each(['https://user:secret@siem.example/', 'siem.example', 'ftp://siem.example/', 'https://a b'])(
    'is refused: %s',
    async (refused) => {
      expect((await call('PUT', '/SIEM', { ...fields(), url: refused })).status).toBe(400)
    },
  )
})

describe('webhooks', () => {
  it('are kept from everybody else', async () => {
    await created()
    for (const [method, path, body] of [
      ['GET', ''],
      ['GET', '/SIEM'],
      ['PUT', '/Other', fields()],
      ['DELETE', '/SIEM'],
      ['POST', '/SIEM/deliveries', {}],
    ] as const) {
      expect((await call(method, path, body, account.tokens.dora)).status).toBe(403)
      expect((await account.server.call(method, `${base}${path}`, { body })).status).toBe(401)
    }
    // Nobody has alerts sent that they may not read.
    expect((await call('GET', '', undefined, account.tokens.wes)).status).toBe(200)
    expect((await call('PUT', '/Other', fields(), account.tokens.wes)).status).toBe(403)
    expect((await call('POST', '/SIEM/deliveries', {}, account.tokens.wes)).status).toBe(403)
    expect((await call<Webhook>('GET', '/SIEM', undefined, account.tokens.wes)).body.may).toEqual(['delete'])
  })

  it('are at most ten, changed by version, and deleted with what waits for them', async () => {
    const { version } = await created()
    expect((await call('PUT', '/SIEM', { ...fields(), version: version + 1, is_active: false })).body.code).toBe(
      'edit.conflict',
    )
    for (let n = 1; n < 10; n++) expect((await call('PUT', `/Other ${n}`, fields())).status).toBe(200)
    expect((await call('PUT', '/One too many', fields())).body.code).toBe('webhook.too_many')
    await call('POST', '/SIEM/deliveries', {})
    expect((await call('DELETE', `/SIEM?version=${version}`)).status).toBe(204)
    await workAll()
    expect(received).toEqual([])
    expect((await call('GET', '/SIEM')).status).toBe(404)
    expect((await call('POST', '/SIEM/deliveries', {})).status).toBe(404)
  })

  it('forget deliveries after 30 days', async () => {
    await created()
    await call('POST', '/SIEM/deliveries', {})
    await workAll()
    await account.write((tx) => sweepAccount({ ...tx, now: new Date(tx.now.getTime() + 29 * 24 * hourMs) }))
    expect((await read()).deliveries).toHaveLength(1)
    await account.write((tx) => sweepAccount({ ...tx, now: new Date(tx.now.getTime() + 31 * 24 * hourMs) }))
    expect((await read()).deliveries).toEqual([])
  })

  it('that were deleted meanwhile need no answer', async () => {
    await created()
    const { delivery_reference } = (await call<WebhookDelivery>('POST', '/SIEM/deliveries', {})).body
    await call('DELETE', '/SIEM')
    const job = { client, webhook_reference: 'SIEM', delivery_reference }
    await account.write((tx) => settleDelivery(tx, job, { outcome: 'delivered', status: 200 }))
  })
})
