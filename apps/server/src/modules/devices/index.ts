import type { Handlers } from '../../core/calls/index.ts'
import type { AnyJob } from '../../core/jobs.ts'
import { getAccountDeviceConfiguration, putAccountDeviceConfiguration } from './account-device-configuration.ts'
import { blockDevice, unblockDevice } from './block-device.ts'
import { getDeviceConfiguration } from './get-device-configuration.ts'
import { getDevice, listDevices, listDeviceUserDevices } from './list-devices.ts'
import { markLostRecordings } from './mark-lost-recordings.ts'
import { receiveDeviceLogs } from './receive-device-logs.ts'
import { receivePositions } from './receive-positions.ts'
import { verifyDevice } from './verify-device.ts'

export { lastChangesOfBlocks } from './block-device.ts'
export { countDevices, countDevicesByServices, countVersions, devicesOfGroup } from './device-counts.ts'
export { deviceFactsStatement } from './device-facts.ts'
export { findDeviceGroup, isOfDevice, lockDevices } from './find-devices.ts'
export { type FormerHolder, formerHoldersAt } from './former-holders.ts'
export { lastSeenStatements, updateLastSeen } from './last-seen.ts'
export { foundDevices } from './list-devices.ts'
export { countSilentDevices } from './silent-devices.ts'
export { lockDevicesOf, updateDevicesOf } from './update-devices-of.ts'

export const deviceHandlers = {
  verifyDevice,
  getDeviceConfiguration,
  getAccountDeviceConfiguration,
  putAccountDeviceConfiguration,
  receiveDeviceLogs,
  receivePositions,
  listDevices,
  getDevice,
  blockDevice,
  unblockDevice,
  listDeviceUserDevices,
} satisfies Partial<Handlers>

export const deviceJobs: readonly AnyJob[] = [markLostRecordings]
