import { ProductError } from '@holdfast/contract'
import { LRUCache } from 'lru-cache'
import type { BodyMemory, BodyTimeouts, LargeBodies, RefusalDelays } from '../../platform/http/index.ts'
import { networkOf } from '../../platform/network/index.ts'
import type { Settings } from '../../platform/settings/index.ts'
import type { Principal } from '../authorization/index.ts'

const minuteMs = 60_000
const mebibyte = 1024 * 1024
/** `maxSize`, because `max` would reserve memory for all entries at once: megabytes for each cache, at every start. */
const maxCallers = { maxSize: 100_000, sizeCalculation: () => 1 }
/** The share of a minute's bytes that may come at once. */
const burst = 0.25

interface Level {
  amount: number
  at: number
}

/** A leaky bucket for each caller: an amount per minute, of which `most` may come at once. */
export class Budget {
  readonly #levels = new LRUCache<string, Level>(maxCallers)
  readonly #perMs: number
  readonly #most: number

  constructor(perMinute: number, most = perMinute) {
    this.#perMs = perMinute / minuteMs
    this.#most = most
  }

  /** A caller with anything left may spend more than that: a body that has begun is received completely. */
  spend(caller: string, amount: number, now: number): void {
    const level = Math.max(0, this.#levelOf(caller, now) + amount)
    this.#levels.set(caller, { amount: level, at: now }, { ttl: Math.max(1, Math.ceil(level / this.#perMs)) })
  }

  /** What was spent in advance and was not needed. */
  giveBack(caller: string, amount: number, now: number): void {
    this.spend(caller, -amount, now)
  }

  /** Seconds until the caller has at least one left; 0 if they have one now. */
  waitSeconds(caller: string, now: number): number {
    const missing = this.#levelOf(caller, now) + 1 - this.#most
    return missing <= 0 ? 0 : Math.max(1, Math.ceil(missing / this.#perMs / 1000))
  }

  #levelOf(caller: string, now: number): number {
    const { amount, at } = this.#levels.get(caller) ?? { amount: 0, at: now }
    // A clock that was set back must not count as use.
    return Math.max(0, amount - Math.max(0, now - at) * this.#perMs)
  }
}

type BudgetSettings = Pick<
  Settings,
  'callerRequestsPerMinute' | 'callerMebibytesPerMinute' | 'strangerRequestsPerMinute'
>

/**
 * Limits what each caller may ask of one process: requests, and bytes of JSON bodies, which are parsed and checked. Every
 * handset, person and client app has a budget; callers who are not admitted share the budget of their address. Bytes of
 * recordings are not counted, because recordings are registered before they are uploaded.
 */
export class CallerBudgets {
  readonly #requests: Budget
  readonly #anonymous: Budget
  readonly #bytes: Budget
  readonly #refused = new LRUCache<string, true>({ ...maxCallers, ttl: minuteMs })

  constructor(settings: BudgetSettings) {
    const bytes = settings.callerMebibytesPerMinute * mebibyte
    this.#requests = new Budget(settings.callerRequestsPerMinute)
    this.#anonymous = new Budget(settings.strangerRequestsPerMinute)
    this.#bytes = new Budget(bytes, bytes * burst)
  }

  /** @throws ProductError `request.rate_limited` */
  assertWithin(caller: string, now = performance.now()): void {
    const requests = isAddress(caller) ? this.#anonymous : this.#requests
    const retry_after_s = Math.max(requests.waitSeconds(caller, now), this.#bytes.waitSeconds(caller, now))
    if (retry_after_s > 0) throw new ProductError('request.rate_limited', { retry_after_s })
  }

  spendRequest(caller: string, now = performance.now()): void {
    const requests = isAddress(caller) ? this.#anonymous : this.#requests
    requests.spend(caller, 1, now)
  }

  spendBytes(caller: string, bytes: number, now = performance.now()): void {
    this.#bytes.spend(caller, bytes, now)
  }

  /** Whether this is the first time within a minute: the trail records once a minute that a caller is limited. */
  isFirstRefusal(caller: string): boolean {
    if (this.#refused.has(caller)) return false
    this.#refused.set(caller, true)
    return true
  }
}

/** State that all calls of a process share. */
export interface CallLimits {
  budgets: CallerBudgets
  memory: BodyMemory
  largeBodies: LargeBodies
  refusalDelays: RefusalDelays
  bodyTimeouts: BodyTimeouts
}

const addressMark = 'address '
const isAddress = (caller: string): boolean => caller.startsWith(addressMark)

export const anonymousCallerAt = (address: string): string => `${addressMark}${networkOf(address)}`

/** The key of the budget that a call is charged to. */
export const callerOf = (client: string, principal: Principal, address: string): string => {
  if (principal.kind === 'device') return JSON.stringify(['device', client, principal.device_reference])
  if (principal.kind === 'portal_user') return JSON.stringify(['person', client, principal.user_reference])
  if (principal.kind === 'client_app') return JSON.stringify(['app', client, principal.app_reference])
  return anonymousCallerAt(address)
}
