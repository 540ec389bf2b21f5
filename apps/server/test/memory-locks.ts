import { createHash } from 'node:crypto'
import type { LockedVersion, LockMode, ObjectLocks, Objects } from '../src/platform/objects/index.ts'

/**
 * Locks of objects in a store that has none: for tests of the decisions about locks. The bytes of an object are its version. Nothing keeps
 * anybody from deleting it; modules/store-sweeps/object-locks.integration.soak.test.ts has a real store.
 */
export class MemoryLocks implements ObjectLocks {
  readonly #objects: Objects
  readonly #locks = new Map<string, { until: Date; mode: LockMode }>()
  readonly #sizes = new Map<string, number>()
  /** How often a lock was asked for. */
  asked = 0
  /** Fails after a lock is set, as a process does that dies before it knows. */
  isDying = false

  constructor(objects: Objects) {
    this.#objects = objects
  }

  async find(key: string, version?: string): Promise<LockedVersion | null> {
    const latest = await this.#latest(key)
    const found = version ?? latest
    const bytes = found === null ? undefined : this.#sizes.get(`${key} ${found}`)
    if (found === null || bytes === undefined) return null
    return { version: found, bytes, ...(this.#locks.get(`${key} ${found}`) ?? { until: null, mode: null }) }
  }

  async extend(key: string, { version, until: locked }: LockedVersion, until: Date): Promise<Date> {
    this.asked += 1
    if (locked && locked >= until) throw new Error('A lock was to be made shorter')
    this.#locks.set(`${key} ${version}`, { until, mode: 'GOVERNANCE' })
    if (this.isDying) throw new Error('killed')
    return until
  }

  /** Changes the lock of the latest version with the right to bypass locks. `null` removes it. */
  async bypass(key: string, until: Date | null): Promise<void> {
    const name = `${key} ${await this.#latest(key)}`
    if (until) this.#locks.set(name, { until, mode: 'GOVERNANCE' })
    else this.#locks.delete(name)
  }

  close(): void {}

  async #latest(key: string): Promise<string | null> {
    if (!(await this.#objects.head(key))) return null
    const hash = createHash('sha256')
    let bytes = 0
    for await (const chunk of await this.#objects.get(key)) {
      hash.update(chunk)
      bytes += chunk.length
    }
    const version = hash.digest('hex')
    this.#sizes.set(`${key} ${version}`, bytes)
    return version
  }
}
