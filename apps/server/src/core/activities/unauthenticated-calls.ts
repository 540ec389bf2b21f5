import type { Logger } from 'pino'
import type { Database } from '../../platform/database/index.ts'
import { networkOf } from '../../platform/network/index.ts'
import { providerClient } from '../accounts/index.ts'
import { writeNonCall } from './non-call-activity.ts'

const minuteMs = 60_000
const flushEveryMs = 10_000
/** How many addresses are counted separately. Further ones share one count, so that a flood fills neither memory nor trail. */
const maxAddresses = 1_000

interface Count {
  minute: number
  /** Empty when many addresses share the count. */
  address: string
  following: number
  byCall: Map<string, number>
}

/**
 * Records calls without a token. Their callers are unknown, and a row for each would let anybody fill a customer's trail.
 * The provider's trail therefore gets one row for the first call of an address in a minute, written before the response, and
 * one row with the number of further calls when the minute is over.
 */
export class UnauthenticatedCalls {
  readonly #database: Database
  readonly #log: Logger
  readonly #timer: NodeJS.Timeout
  #counts = new Map<string, Count>()

  constructor(database: Database, log: Logger) {
    this.#database = database
    this.#log = log
    this.#timer = setInterval(() => void this.flush(), flushEveryMs)
    this.#timer.unref()
  }

  /** @returns whether this is the first call of its address in this minute; the caller records that one itself */
  count(address: string, call: string, now = Date.now()): boolean {
    const minute = Math.floor(now / minuteMs)
    const own = `${minute} ${networkOf(address)}`
    if (!this.#counts.has(own) && this.#counts.size < maxAddresses) {
      this.#counts.set(own, { minute, address, following: 0, byCall: new Map() })
      return true
    }
    const key = this.#counts.has(own) ? own : `${minute}`
    const count = this.#counts.get(key) ?? { minute, address: '', following: 0, byCall: new Map() }
    this.#counts.set(key, count)
    count.following += 1
    count.byCall.set(call, (count.byCall.get(call) ?? 0) + 1)
    return false
  }

  /** Writes the counts of past minutes. */
  async flush(now = Date.now()): Promise<void> {
    const over = [...this.#counts].filter(([, { minute }]) => (minute + 1) * minuteMs <= now)
    for (const [key] of over) this.#counts.delete(key)
    const reported = over.filter(([, { following }]) => following > 0)
    if (reported.length === 0) return
    try {
      await this.#write(reported.map(([, count]) => count))
    } catch (error) {
      this.#log.error({ err: error }, 'calls without a token could not be recorded')
      for (const [key, count] of reported) this.#counts.set(key, count)
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.flush(Number.POSITIVE_INFINITY)
  }

  #write(counts: readonly Count[]): Promise<void> {
    return this.#database.transaction(providerClient, async (tx) => {
      for (const { minute, address, following, byCall } of counts) {
        await writeNonCall(tx, {
          call: 'COUNT calls without a token',
          user_id: 'anonymous',
          user_ip: address,
          parameters: {
            minute: new Date(minute * minuteMs).toISOString(),
            following,
            calls: Object.fromEntries(byCall),
          },
          events: [],
          status_code: 401,
          denial_reason: 'auth.required',
        })
      }
    })
  }
}
