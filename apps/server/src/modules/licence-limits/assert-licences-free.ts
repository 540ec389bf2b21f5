import { ProductError, type ServiceLimits, type ServiceName } from '@holdfast/contract'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { licenceLimits, limitsOf } from './licence-limits.ts'

/** Licences in use by service. */
type CountUsed = (tx: TenantTransaction) => Promise<ReadonlyMap<string, number>>

/** Limits by service, of services whose licences are all in use. */
export type ExhaustedLicences = ReadonlyMap<string, number>

/**
 * Refuses a device that was never active when all licences of a service are in use. Nothing else stops a device: one that was
 * active before goes on recording, because evidence is never refused (docs/decisions/0072). The limits are locked
 * first, so that two devices that need the last licence take turns.
 * @throws ProductError `licence.exhausted` for the first such service
 */
export const assertLicencesFree = async (
  tx: TenantTransaction,
  services: readonly string[],
  countUsed: CountUsed,
): Promise<void> => {
  const limits = await licenceLimits.lock(tx, tx.client)
  if (limits) assertNoneExhausted(exhaustedOf(limits, await countUsed(tx)), services)
}

/** The services of which no licence is free at this moment. */
export const exhaustedLicences = async (tx: TenantTransaction, countUsed: CountUsed): Promise<ExhaustedLicences> => {
  const limits = await licenceLimits.find(tx, tx.client)
  return limits ? exhaustedOf(limits, await countUsed(tx)) : new Map()
}

/** @throws ProductError `licence.exhausted` */
export const assertNoneExhausted = (exhausted: ExhaustedLicences, services: readonly string[]): void => {
  const service = services.find((one) => exhausted.has(one))
  if (service !== undefined) throw new ProductError('licence.exhausted', { service, limit: exhausted.get(service) })
}

const exhaustedOf = (stored: ServiceLimits, used: ReadonlyMap<string, number>): ExhaustedLicences =>
  new Map(
    (Object.entries(limitsOf(stored)) as [ServiceName, number][]).filter(
      ([service, limit]) => (used.get(service) ?? 0) >= limit,
    ),
  )
