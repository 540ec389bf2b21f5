import { networkOf } from '../../../platform/network/index.ts'

/** How many attempts are allowed in a window: with one login from one network address, and from that address in total. */
export interface AttemptLimits {
  perPerson: number
  perAddress: number
  windowSeconds: number
}

export const defaultAttemptLimits: AttemptLimits = { perPerson: 8, perAddress: 60, windowSeconds: 15 * 60 }

/** Beyond this many counters the oldest windows are dropped, so that a flood of names can't exhaust the memory. */
const maxCounters = 50_000

interface Counter {
  attempts: number
  windowEndsAt: number
}

/**
 * Counts password attempts. Those for a login are counted per address, so that nobody elsewhere can lock the person out.
 * An attempt is counted before the password is checked, so that many at once don't slip through; a success takes it back.
 * Unknown logins are counted like known ones.
 */
export class FailedAttempts {
  readonly #limits: AttemptLimits
  readonly #now: () => Date
  readonly #counters = new Map<string, Counter>()

  constructor(limits: AttemptLimits, now: () => Date) {
    this.#limits = limits
    this.#now = now
  }

  /** Counts an attempt. Returns 0 if it may proceed, otherwise the seconds until the next one may. */
  take(client: string, login: string, address: string): number {
    const person = this.#counter(personKey(client, login, address))
    const place = this.#counter(addressKey(address))
    const waits = [
      person.attempts >= this.#limits.perPerson ? person.windowEndsAt : 0,
      place.attempts >= this.#limits.perAddress ? place.windowEndsAt : 0,
    ]
    const waitMs = Math.max(...waits) - this.#now().getTime()
    if (waitMs > 0) return Math.ceil(waitMs / 1000)
    person.attempts += 1
    place.attempts += 1
    return 0
  }

  succeeded(client: string, login: string, address: string): void {
    this.#counters.delete(personKey(client, login, address))
    const place = this.#counter(addressKey(address))
    // The address's window may have ended while the password was checked.
    place.attempts = Math.max(0, place.attempts - 1)
  }

  #counter(key: string): Counter {
    const now = this.#now().getTime()
    const known = this.#counters.get(key)
    if (known !== undefined && known.windowEndsAt > now) return known
    const fresh = { attempts: 0, windowEndsAt: now + this.#limits.windowSeconds * 1000 }
    this.#counters.delete(key)
    this.#counters.set(key, fresh)
    if (this.#counters.size > maxCounters) this.#dropOldest()
    return fresh
  }

  #dropOldest(): void {
    const [oldest] = this.#counters.keys()
    if (oldest !== undefined) this.#counters.delete(oldest)
  }
}

const personKey = (client: string, login: string, address: string): string =>
  JSON.stringify([networkOf(address), client, login.trim().toLowerCase()])
const addressKey = (address: string): string => networkOf(address)
