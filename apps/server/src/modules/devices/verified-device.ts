import type { DeviceInstallState, SharedSerialReason, VerifyRequest } from '@holdfast/contract'
import { type DeviceRow, storedJson, type TenantTransaction } from '../../platform/database/index.ts'
import type { ActiveDeviceUser } from '../device-users/index.ts'
import type { LicenceChange } from '../licence-limits/index.ts'
import { insertDevice } from './add-device.ts'
import { recordDeviceChanges } from './device-changes.ts'
import { saveFormerHolder } from './former-holders.ts'
import { notePhoneNumbers } from './phone-number-periods.ts'
import { verifiedPhoneNumbers, withFormerNumbers } from './verified-phone-numbers.ts'

/** `updated_by` for changes that a device makes by authenticating. */
const systemAuthor = 'system'

/** Finds a device and locks it; `undefined` if unknown. */
export const lockDevice = (tx: TenantTransaction, device_reference: string): Promise<DeviceRow | undefined> =>
  tx.db
    .selectFrom('devices')
    .selectAll()
    .where('client', '=', tx.client)
    .where('device_reference', '=', device_reference)
    .forUpdate()
    .executeTakeFirst()

/** A device that authenticates, as it was before; `isNew` if it was added for that. */
interface BeforeVerification {
  device: DeviceRow
  isNew: boolean
}

const isSameUser = ({ device }: BeforeVerification, user: ActiveDeviceUser): boolean =>
  device.device_user_reference === user.device_user_reference

const servicesFor = (before: BeforeVerification, user: ActiveDeviceUser): string[] =>
  isSameUser(before, user) && !before.isNew ? before.device.services : user.services

/**
 * The licences that a device takes by authenticating. A device that was ever active comes back to the same holder without being
 * asked for any, because evidence is never refused (docs/decisions/0072). For another holder it needs those that it does not use already.
 */
export const licencesToVerify = (before: BeforeVerification, user: ActiveDeviceUser): LicenceChange => {
  const { services, activated_at, is_deactivated } = before.device
  if (activated_at !== null && isSameUser(before, user)) return new Map()
  const used = activated_at !== null && !is_deactivated ? services : []
  const added = servicesFor(before, user).filter((service) => !used.includes(service))
  return new Map(added.map((service) => [service, 1]))
}

/** What its authentication tells of a device, besides what it said. */
interface Seen {
  install_state: DeviceInstallState
  shared_serial: SharedSerialReason | null
}

/** Creates a device for the user. If two first authentications run at once, the second one gets the device of the first. */
export const addDevice = async (
  tx: TenantTransaction,
  device_reference: string,
  user: ActiveDeviceUser,
): Promise<BeforeVerification> => {
  const added = await insertDevice(tx, device_reference, user, { updated_by: systemAuthor })
  const device = added ?? (await lockDevice(tx, device_reference))
  if (!device) throw new Error('a device was neither added nor there')
  return { device, isNew: added !== undefined }
}

/**
 * Stores what a device reported about itself. It gets the group of its user and, if the user has changed, the user's
 * services. Authentication activates it, ends a deactivation, and clears the legacy flag (product.md section 4).
 */
export const updateVerifiedDevice = async (
  tx: TenantTransaction,
  before: BeforeVerification,
  user: ActiveDeviceUser,
  body: VerifyRequest,
  { install_state, shared_serial }: Seen,
): Promise<DeviceRow> => {
  const { device, isNew } = before
  const isHeldBySame = isSameUser(before, user)
  const held_since = await saveFormerHolder(tx, device, user)
  const verified = await tx.db
    .updateTable('devices')
    .set({
      device_user_reference: user.device_user_reference,
      group: user.group,
      held_since,
      services: servicesFor(before, user),
      email: user.email,
      first_name: user.first_name,
      surname: user.surname,
      // Newer systems sometimes hide IMEIs from apps, so an empty list does not replace known ones.
      imeis: body.imeis.length > 0 ? body.imeis : device.imeis,
      phone_numbers: storedJson(
        verifiedPhoneNumbers(isHeldBySame ? device.phone_numbers : [], body.phone_numbers, tx.now),
      ),
      ...(!isHeldBySame && { former_phone_numbers: storedJson(withFormerNumbers(device, held_since)) }),
      device_info: storedJson(body.device_info),
      installation_id: body.installation_id ?? device.installation_id,
      install_state,
      ...(shared_serial && device.shared_serial_since === null && sharedSince(tx.now, shared_serial)),
      removed_at: null,
      removed_by: null,
      destroyed_at: null,
      last_seen: tx.now,
      is_deactivated: false,
      deactivation_date: null,
      deactivated_by: null,
      deactivation_reason: null,
      activated_at: device.activated_at ?? tx.now,
      is_legacy: false,
      updated_at: tx.now,
      updated_by: systemAuthor,
    })
    .where('client', '=', tx.client)
    .where('device_reference', '=', device.device_reference)
    .returningAll()
    .executeTakeFirstOrThrow()
  await notePhoneNumbers(tx, verified)
  await recordDeviceChanges(tx, isNew ? null : device, verified, { changed_by: device.device_reference })
  return verified
}

const sharedSince = (shared_serial_since: Date, shared_serial_reason: SharedSerialReason) => ({
  shared_serial_since,
  shared_serial_reason,
})
