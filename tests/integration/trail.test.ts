import { calls } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anAccount, type TestAccount } from '../setup/test-account.ts'

const client = 'northwind'
const metadata = calls.getAccountMetadata
const nul = '%00'
/** Cutting this after 255 UTF-16 units cuts a character in half. */
const longText = `${'a'.repeat(254)}😀`

describe('the trail', () => {
  let account: TestAccount<'ann'>
  let handset: string

  beforeAll(async () => {
    account = await anAccount(client).withGroups('London').withPerson('ann', 'Reviewer', 'Auditor').open()
    handset = await account.server.addDevice(client, { device_reference: 'R58M123', group: 'London' })
  })

  afterAll(() => account.close())

  const lastOf = (user_id: string) =>
    account.read((tx) =>
      tx.db
        .selectFrom('user_activities')
        .select(['call', 'status_code', 'is_allowed', 'parameters'])
        .where('client', '=', client)
        .where('user_id', '=', user_id)
        .orderBy('log_id', 'desc')
        .executeTakeFirst(),
    )

  const lastOfHandset = () =>
    account.read((tx) =>
      tx.db
        .selectFrom('device_activities')
        .select(['call', 'status_code', 'device_reference'])
        .where('client', '=', client)
        .orderBy('log_id', 'desc')
        .executeTakeFirst(),
    )

  it('records a call whose parameters the database cannot store, and the call is clearly refused', async () => {
    const address = `/api/client/v1/${client}/payloads/${nul.repeat(26)}`
    const response = await account.server.call('GET', address, { token: account.tokens.ann })
    expect(response.status).toBe(400)
    expect(await lastOf('ann')).toMatchObject({ call: 'GET /payloads/{payload_reference}', status_code: 400 })
  })

  it('records a long parameter, cut off in the middle of a character', async () => {
    const address = `/api/client/v1/${client}/payloads?filter[groups][0]=${encodeURIComponent(longText)}`
    const response = await account.server.call('GET', address, { token: account.tokens.ann })
    expect(response.status).toBe(200)
    expect(await lastOf('ann')).toMatchObject({ call: 'GET /payloads', status_code: 200 })
  })

  it("records calls for impossible accounts on the provider's trail", async () => {
    const response = await account.server.call('GET', `/api/admin/v1/${nul}${metadata.path}`)
    expect(response.status).toBe(404)
    const row = await account.server.api.platform.database.read('admin', (tx) =>
      tx.db
        .selectFrom('user_activities')
        .select('status_code')
        .where('client', '=', 'admin')
        .where('call', '=', `GET ${metadata.path}`)
        .executeTakeFirst(),
    )
    expect(row).toEqual({ status_code: 404 })
  })

  it('names the caller, in their account, when their body cannot be parsed', async () => {
    const response = await fetch(`${account.server.origin}/api/device/v1/logs`, {
      method: 'POST',
      headers: { authorization: `Bearer ${handset}`, 'content-type': 'application/json' },
      body: '{"logs":',
    })
    expect(response.status).toBe(400)
    expect(await lastOfHandset()).toEqual({ call: 'POST /logs', status_code: 400, device_reference: 'R58M123' })
  })

  it('is not needed for the error: a caller without a token gets 401 even if their body cannot be parsed', async () => {
    const response = await fetch(`${account.server.origin}/api/device/v1/logs`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"logs":',
    })
    expect(response.status).toBe(401)
  })

  it('records the status of the answer', async () => {
    const response = await account.server.call('POST', `/api/device/v1/telemetry`, {
      token: handset,
      body: { reported_at: '2026-01-01T00:00:00.000Z' },
    })
    expect(response.status).toBe(204)
    expect(await lastOfHandset()).toMatchObject({ call: 'POST /telemetry', status_code: 204 })
  })
})
