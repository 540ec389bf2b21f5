import { limits as fieldLimits, ProductError, type ServiceLimits, type ServiceName } from '@holdfast/contract'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { licenceLimits, limitsOf } from './licence-limits.ts'

/** The greatest limit means that the service is not limited. */
const greatest = fieldLimits.maxLicences

/** Licences in use by service. */
type CountUsed = (tx: TenantTransaction) => Promise<ReadonlyMap<string, number>>

/**
 * How many licences a change takes by service; a negative number is given back. 0 is for a service that somebody gets without a
 * device that uses it yet: a licence must be free, but is not taken.
 */
export type LicenceChange = ReadonlyMap<string, number>

/** The free licences of an account, as the changes of one transaction take them one after the other. */
export class FreeLicences {
  /** By service; less than 0 if its limit was lowered below its use. A service that is not limited has no entry. */
  readonly #free: Map<string, number>

  private constructor(limits: ServiceLimits | undefined, used: ReadonlyMap<string, number>) {
    const entries = limits ? (Object.entries(limitsOf(limits)) as [ServiceName, number][]) : []
    const limited = entries.filter(([, limit]) => limit < greatest)
    this.#free = new Map(limited.map(([service, limit]) => [service, limit - (used.get(service) ?? 0)]))
  }

  /**
   * The free licences, which no other transaction takes until this one ends. Whoever also locks devices, people or groups does so
   * before, because devices that authenticate do (docs/decisions/0072).
   */
  static async lock(tx: TenantTransaction, countUsed: CountUsed): Promise<FreeLicences> {
    return FreeLicences.#of(tx, await licenceLimits.lock(tx, tx.client), countUsed)
  }

  /** The free licences of this moment, for a preview. */
  static async read(tx: TenantTransaction, countUsed: CountUsed): Promise<FreeLicences> {
    return FreeLicences.#of(tx, await licenceLimits.find(tx, tx.client), countUsed)
  }

  /** Nothing is counted where nothing is limited. */
  static async #of(tx: TenantTransaction, limits: ServiceLimits | undefined, countUsed: CountUsed) {
    return new FreeLicences(limits, limits ? await countUsed(tx) : new Map())
  }

  /** @throws ProductError `licence.exhausted` for the first service of which too few are free; nothing is taken then */
  take(change: LicenceChange): void {
    for (const [service, count] of change) {
      const free = this.#free.get(service)
      if (free !== undefined && count >= 0 && free < Math.max(1, count)) {
        throw new ProductError('licence.exhausted', { service })
      }
    }
    for (const [service, count] of change) {
      const free = this.#free.get(service)
      if (free !== undefined) this.#free.set(service, free - count)
    }
  }
}

/**
 * Takes licences for one change. The limits are only locked and the use counted if the change needs any.
 * @throws ProductError `licence.exhausted`
 */
export const takeLicences = async (
  tx: TenantTransaction,
  change: LicenceChange,
  countUsed: CountUsed,
): Promise<void> => {
  if ([...change.values()].every((count) => count < 0)) return
  const free = await FreeLicences.lock(tx, countUsed)
  free.take(change)
}
