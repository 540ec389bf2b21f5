import { type LicenceUse, limits, type ServiceName } from '@holdfast/contract'

/** The greatest limit means that the service is not limited. */
export const isUnlimited = (limit: number): boolean => limit >= limits.maxLicences

/** How many licences of a service are free, and how many more devices are expected with the people who are added. */
export interface ExpectedLicences {
  service: ServiceName
  free: number
  expected: number
}

/**
 * Compares the free licences with the devices that are expected: those of the people who are added, and those of others that are not
 * active yet. Services without a limit are left out.
 * @param added how many devices the people who are added are expected to have, by service
 */
export const expectedLicences = (
  use: readonly LicenceUse[],
  added: ReadonlyMap<ServiceName, number>,
): ExpectedLicences[] =>
  use.flatMap(({ service, limit, used, expected }) => {
    const more = added.get(service) ?? 0
    if (more === 0 || isUnlimited(limit)) return []
    return { service, free: Math.max(0, limit - used), expected: more + Math.max(0, expected - used) }
  })
