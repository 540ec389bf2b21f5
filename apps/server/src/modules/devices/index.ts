import type { Handlers } from '../../core/calls/index.ts'
import type { AnyJob } from '../../core/jobs.ts'
import { getAccountDeviceConfiguration, putAccountDeviceConfiguration } from './account-device-configuration.ts'
import { blockDevice, unblockDevice } from './block-device.ts'
import { deactivateDevice } from './deactivate-device.ts'
import { deactivateSilentDevices } from './deactivate-silent-devices.ts'
import { getDeviceConfiguration } from './get-device-configuration.ts'
import { listDeviceHistory } from './list-device-history.ts'
import { getDevice, listDevices, listDeviceUserDevices } from './list-devices.ts'
import { markLostRecordings } from './mark-lost-recordings.ts'
import { listPhoneNumbers } from './phone-number-periods.ts'
import { putDevice } from './put-device.ts'
import { dismissSharedSerial } from './shared-serial.ts'
import { verifyDevice } from './verify-device.ts'

export { agedDevices } from './aged-devices.ts'
export { attributeReports } from './attribute-reports.ts'
export { lastChangesOfBlocks } from './block-device.ts'
export {
  activeDeviceServices,
  countActiveDevices,
  countDevices,
  countDevicesByService,
  countDevicesByServices,
  countDevicesOfClients,
  countVersions,
  devicesOfGroup,
} from './device-counts.ts'
export { deviceFactsStatement } from './device-facts.ts'
export { deviceResetsBetween, deviceResetsOf } from './device-resets.ts'
export {
  findDeviceGroup,
  findDeviceUse,
  holdersOfDevices,
  isOfDevice,
  lockDevices,
  lockDevicesStatement,
} from './find-devices.ts'
export { type FormerHolder, formerHoldersAt, formerHoldersOf, handedOverBefore } from './former-holders.ts'
export { countFormerSecretUse, forgetFormerSecretUse } from './former-secret-devices.ts'
export { lastSeenStatements, updateLastSeen } from './last-seen.ts'
export {
  devicesForRecordings,
  lockLegacyDevice,
  saveLegacyDevice,
} from './legacy-devices.ts'
export { foundDevices } from './list-devices.ts'
export { lockVisibleDevice } from './lock-visible-device.ts'
export { type NewNumber, newNumberJob } from './new-number-job.ts'
export { type HeldNumber, type Holding, holdingsOfDevice, numbersOfDevices } from './numbers-of-devices.ts'
export { foundOwnNumbers } from './phone-number-periods.ts'
export { findPushToken, forgetPushToken } from './push-token.ts'
export { type ItemRefusal, receivedItems, refusedItems, usedByAnotherDevice } from './received-items.ts'
export { removeDevice } from './remove-device.ts'
export { setAuditGroupOf } from './set-audit-group.ts'
export { countSharedSerials } from './shared-serial.ts'
export { silentDevicesByDay } from './silent-days.ts'
export { countSilentDevices, isOfSilentDevice, silentDevicesOf } from './silent-devices.ts'
export { lockDevicesOf, lockDevicesOfPeople, updateDevicesOf } from './update-devices-of.ts'

export const deviceHandlers = {
  verifyDevice,
  getDeviceConfiguration,
  getAccountDeviceConfiguration,
  putAccountDeviceConfiguration,
  listDevices,
  getDevice,
  putDevice,
  blockDevice,
  unblockDevice,
  deactivateDevice,
  dismissSharedSerial,
  listDeviceHistory,
  listPhoneNumbers,
  listDeviceUserDevices,
} satisfies Partial<Handlers>

export const deviceJobs: readonly AnyJob[] = [markLostRecordings, deactivateSilentDevices]
