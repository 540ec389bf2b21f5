import { calls, fullPath } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AccountWithHandsets } from '../../apps/server/test/account-with-handsets.ts'
import { head, rawRequest } from '../setup/raw-request.ts'
import { type ApiProcess, startApiProcess } from './api-process.ts'

/** Sends bodies that an api has to refuse to one in a process of its own, because they could end the process of the tests. */

let account: AccountWithHandsets
beforeAll(async () => {
  account = await AccountWithHandsets.open()
})
afterAll(() => account.close())

const startApi = (environment: Record<string, string> = {}) => startApiProcess(account, environment)

const payloads = fullPath(calls.registerPayloads)
const mebibyte = 1024 * 1024
const json = { 'content-type': 'application/json' }
let handsets = 0
/** The Authorization header of a new handset, whose budget is unused. */
const bearer = async () => {
  const { access_token } = await account.verified(`HOSTILE-${++handsets}`)
  return { authorization: `Bearer ${access_token}` }
}

const post = (origin: string, address: string, body: string, headers: Record<string, string> = {}) =>
  fetch(`${origin}${address}`, { method: 'POST', headers: { ...json, ...headers }, body })

const codeOf = (body: string) => (JSON.parse(body) as { code: string }).code

describe('an api under hostile bodies', () => {
  let running: ApiProcess
  beforeAll(async () => {
    running = await startApi()
  })
  afterAll(() => running.api.kill())

  it('refuses a body without a valid token before it is sent', async () => {
    const length = String(12 * mebibyte)
    const answer = await rawRequest(running.origin, head(`POST ${payloads}`, { ...json, 'content-length': length }))
    expect([answer.status, codeOf(answer.body)]).toEqual([401, 'auth.required'])
  })

  it.each([
    [fullPath(calls.verifyDevice), 16 * 1024 + 1],
    [payloads, 12 * mebibyte + 1],
    [fullPath(calls.readPayloadStatuses), 16 * 1024 + 1],
  ])('refuses a body of %s, longer than the call allows, before it is sent', async (address, length) => {
    const headers = { ...json, ...(await bearer()), 'content-length': String(length) }
    const answer = await rawRequest(running.origin, head(`POST ${address}`, headers))
    expect([answer.status, codeOf(answer.body)]).toEqual([413, 'request.too_large'])
    await answer.closed
  })

  it('refuses a body of unknown length as soon as it exceeds the limit of the call', async () => {
    const headers = { ...json, 'transfer-encoding': 'chunked' }
    const piece = `8000\r\n${' '.repeat(0x8000)}\r\n`
    const answer = await rawRequest(running.origin, head(`POST ${fullPath(calls.verifyDevice)}`, headers), piece)
    expect([answer.status, codeOf(answer.body)]).toEqual([413, 'request.too_large'])
  })

  it.each([
    ['too many values', `{"items":[${'{},'.repeat(600_000)}`, 413, 'request.too_many_values'],
    [
      'too many names',
      `{"items":[{${Array.from({ length: 600_000 }, (_, at) => `"${at}":1`).join()}`,
      413,
      'request.too_many_values',
    ],
    ['too deep', `{"items":${'['.repeat(200)}`, 400, 'request.malformed'],
  ])('refuses %s before the whole body is sent', async (_what, beginning, status, code) => {
    const headers = { ...json, ...(await bearer()), 'content-length': String(12 * mebibyte) }
    const answer = await rawRequest(running.origin, head(`POST ${payloads}`, headers), beginning)
    expect([answer.status, codeOf(answer.body)]).toEqual([status, code])
  })
})

describe('budgets', () => {
  const statuses = fullPath(calls.readPayloadStatuses)
  const body = '{"payload_references":["01J00000000000000000000000"]}'
  const limitedOnTrail = async (device_reference: string) => {
    const rows = await account.read((tx) =>
      tx.db
        .selectFrom('device_activities')
        .select('denial_reason')
        .where('client', '=', tx.client)
        .where('device_reference', '=', device_reference)
        .where('status_code', '=', 429)
        .execute(),
    )
    return rows.length
  }

  it('for requests belong to a handset, whatever others at its address do; the trail records one refusal', async () => {
    const { api, origin } = await startApi({ HOLDFAST_CALLER_REQUESTS_PER_MINUTE: '1' })
    try {
      const tokens = await Promise.all(
        ['BUSY-1', 'BUSY-2'].map(async (name) => (await account.verified(name)).access_token),
      )
      const ask = async (of: number) => {
        const response = await post(origin, statuses, body, { authorization: `Bearer ${tokens[of]}` })
        return {
          status: response.status,
          wait: Number(response.headers.get('retry-after')),
          text: await response.text(),
        }
      }
      expect((await ask(0)).status).toBe(200)
      const limited = await ask(0)
      expect([limited.status, codeOf(limited.text)]).toEqual([429, 'request.rate_limited'])
      expect(limited.wait).toBeGreaterThan(0)
      expect(limited.wait).toBeLessThanOrEqual(60)
      expect((await ask(0)).status).toBe(429)
      expect((await ask(1)).status).toBe(200)
      expect(await limitedOnTrail('BUSY-1')).toBe(1)
      expect(await limitedOnTrail('BUSY-2')).toBe(0)
    } finally {
      await api.kill()
    }
  })

  it('for callers without a token belong to their address, and do not affect callers with a token there', async () => {
    const { api, origin } = await startApi({ HOLDFAST_STRANGER_REQUESTS_PER_MINUTE: '1' })
    try {
      const from = async (address: string, headers: Record<string, string> = {}) =>
        (await post(origin, statuses, body, { 'x-forwarded-for': address, ...headers })).status
      expect(await from('203.0.113.1')).toBe(401)
      expect(await from('203.0.113.1')).toBe(429)
      expect(await from('203.0.113.1', { authorization: 'Bearer a.b.c' })).toBe(429)
      expect(await from('203.0.113.1', await bearer())).toBe(200)
      expect(await from('203.0.113.2')).toBe(401)
      expect(await from('2001:db8::1')).toBe(401)
      expect(await from('2001:db8::2')).toBe(429)
    } finally {
      await api.kill()
    }
  })

  it('for bytes let a body finish that has begun, and the next one wait', async () => {
    const { api, origin } = await startApi({ HOLDFAST_CALLER_MEBIBYTES_PER_MINUTE: '1' })
    try {
      const { access_token } = await account.verified('TALKATIVE-1')
      const telemetry = JSON.stringify({ reported_at: '2026-01-05T10:00:00.000Z', padding: 'x'.repeat(600_000) })
      const send = () =>
        post(origin, fullPath(calls.receiveTelemetry), telemetry, { authorization: `Bearer ${access_token}` })
      expect((await send()).status).toBe(400)
      // The server either answers, or closes the connection after its answer.
      const next = await send().catch(() => null)
      expect(next?.status ?? 429).toBe(429)
      expect(await limitedOnTrail('TALKATIVE-1')).toBe(1)
    } finally {
      await api.kill()
    }
  })

  it('for bytes include a body that was refused while it arrived', async () => {
    const { api, origin } = await startApi({ HOLDFAST_CALLER_MEBIBYTES_PER_MINUTE: '1' })
    try {
      const headers = await bearer()
      const tooDeep = `["${'x'.repeat(600_000)}",${'['.repeat(100)}`
      const statusOf = () =>
        post(origin, fullPath(calls.receiveTelemetry), tooDeep, headers).then(
          ({ status }) => status,
          () => 'closed' as const,
        )
      expect([400, 'closed']).toContain(await statusOf())
      expect((await post(origin, statuses, body, headers)).status).toBe(429)
    } finally {
      await api.kill()
    }
  })
})
