/**
 * Hostile clients in a process of their own: `node hostile-process.ts` with ORIGIN, and TOKENS as a JSON list with one
 * token for each client. Each client sends the worst bodies of every public and device call without a pause, until the
 * channel closes or it has sent enough. The process then reports how many requests got which status.
 */
import { Client } from 'undici'
import { worstBodies } from '../../tests/setup/worst-bodies.ts'
import { addressOf } from './installation.ts'

const mostBodies = 2_000
const origin = process.env.ORIGIN ?? ''
const tokens = JSON.parse(process.env.TOKENS ?? '[]') as string[]

const answers: Record<string, number> = {}
let isOver = false

const sendAll = async (token: string, sender: number): Promise<void> => {
  const bodies = worstBodies(`SENDER-${sender}`)
  // No measured client shares an address with these: callers without a token share the budget of their address.
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'x-forwarded-for': addressOf(10_000 + sender),
  }
  const client = new Client(origin)
  for (let sent = 0; sent < mostBodies && !isOver; sent++) {
    const { address, method, body } = bodies[(sent + sender * 7) % bodies.length] ?? {}
    if (!address || !method || !body) break
    const answer = await client.request({ path: address, method: method as 'POST', headers, body }).catch(() => null)
    await answer?.body.dump().catch(() => undefined)
    const outcome = String(answer?.statusCode ?? 'closed')
    answers[outcome] = (answers[outcome] ?? 0) + 1
  }
  await client.destroy()
}

worstBodies('SENDER')
process.send?.({ origin: '' })
process.once('message', () => {
  isOver = true
})
process.once('disconnect', () => process.exit(0))
await Promise.all(tokens.map(sendAll))
process.send?.(answers)
