import type { TenantTransaction } from '../../platform/database/index.ts'
import type { DeviceUserRow } from '../device-users/index.ts'
import { countDevicesByService } from '../devices/index.ts'
import { assertNoneExhausted, type ExhaustedLicences, exhaustedLicences } from '../licence-limits/index.ts'
import type { PersonFields } from './save-person.ts'

/** The services that nobody can be given now, because all their licences are in use. */
export const exhaustedServices = (tx: TenantTransaction): Promise<ExhaustedLicences> =>
  exhaustedLicences(tx, countDevicesByService)

/**
 * Refuses services that a person would get anew. Those that an active person has already stay.
 * @param read the exhausted services; only asked if the person gets any anew, because counting them reads all devices
 * @throws ProductError `licence.exhausted`
 */
export const assertServicesFree = async (
  read: () => Promise<ExhaustedLicences>,
  stored: Pick<DeviceUserRow, 'is_active' | 'services'> | undefined,
  { services }: Pick<PersonFields, 'services'>,
): Promise<void> => {
  const before = stored?.is_active ? stored.services : []
  const added = services.filter((service) => !before.includes(service))
  if (added.length > 0) assertNoneExhausted(await read(), added)
}
