import { calls, fullPath } from '@holdfast/contract'
import { Agent } from 'undici'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { AccountWithHandsets } from '../../apps/server/test/account-with-handsets.ts'
import { worstBodies } from '../setup/worst-bodies.ts'
import { type ApiProcess, startApiProcess } from './api-process.ts'

const json = { 'content-type': 'application/json' }

/**
 * Defines the test that sends the worst request bodies that we know to an api in a process of its own.
 * @param mostBytes of a body
 */
export const surviveWorstBodies = (mostBytes: number): void => {
  let account: AccountWithHandsets
  let running: ApiProcess
  beforeAll(async () => {
    account = await AccountWithHandsets.open()
    running = await startApiProcess(account)
  })
  afterAll(async () => {
    await running?.api.kill()
    await account?.close()
  })

  it('survives the worst bodies of every public and device call from 50 clients at once, and still serves others', async () => {
    const hostile = new Agent({ connections: 50 })
    const senders = Array.from({ length: 50 }, async (_, sender) => {
      const own = worstBodies(`SENDER-${sender}`, mostBytes).filter((_body, index) => index % 50 === sender)
      const handset = { authorization: `Bearer ${(await account.verified(`HOSTILE-${sender}`)).access_token}` }
      for (const { address, method, body } of own) {
        const headers = { ...json, ...handset }
        // A server that refuses early may close the connection before the whole body is sent.
        const status = await hostile
          .request({ origin: running.origin, path: address, method: method as 'POST', headers, body })
          .then(
            async (response) => {
              await response.body.dump()
              return response.statusCode
            },
            () => 'closed' as const,
          )
        // 200 is the answer of a list whose items were refused one by one.
        expect(['closed', 200, 400, 401, 413, 429, 503]).toContain(status)
      }
    })
    await Promise.all(senders)
    await hostile.close()
    expect(running.api.hasExited()).toBe(false)
    const other = await account.verified('PEACEFUL-1')
    const answer = await fetch(`${running.origin}${fullPath(calls.readPayloadStatuses)}`, {
      method: 'POST',
      headers: { ...json, authorization: `Bearer ${other.access_token}` },
      body: '{"payload_references":["01J00000000000000000000000"]}',
    })
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { items: [{ payload_reference: '01J00000000000000000000000', status: 'not_found' }] },
    ])
  })
}
