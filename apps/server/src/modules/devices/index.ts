import { calls } from '@holdfast/contract'
import { type ServedCall, serve } from '../../platform/http/index.ts'
import type { AnyJob } from '../../platform/jobs/run-jobs.ts'
import { getAccountDeviceConfiguration, putAccountDeviceConfiguration } from './account-device-configuration.ts'
import { blockDevice, unblockDevice } from './block-device.ts'
import { getDeviceConfiguration } from './get-device-configuration.ts'
import { giveUpLostRecordings } from './give-up-lost-recordings.ts'
import { getDevice, listDevices, listDeviceUserDevices } from './list-devices.ts'
import { receiveDeviceLogs } from './receive-device-logs.ts'
import { receivePositions } from './receive-positions.ts'
import { receiveTelemetry } from './receive-telemetry.ts'
import { verifyDevice } from './verify-device.ts'

export { type FormerHolder, formerHoldersAt } from './former-holders.ts'
export { devicesSeenStatements, noteDeviceSeen } from './last-seen.ts'

export const deviceCalls: readonly ServedCall[] = [
  serve(calls.verifyDevice, verifyDevice),
  serve(calls.getDeviceConfiguration, getDeviceConfiguration),
  serve(calls.getAccountDeviceConfiguration, getAccountDeviceConfiguration),
  serve(calls.putAccountDeviceConfiguration, putAccountDeviceConfiguration),
  serve(calls.receiveDeviceLogs, receiveDeviceLogs),
  serve(calls.receivePositions, receivePositions),
  serve(calls.receiveTelemetry, receiveTelemetry),
  serve(calls.listDevices, listDevices),
  serve(calls.getDevice, getDevice),
  serve(calls.blockDevice, blockDevice),
  serve(calls.unblockDevice, unblockDevice),
  serve(calls.listDeviceUserDevices, listDeviceUserDevices),
]

export const deviceJobs: readonly AnyJob[] = [giveUpLostRecordings]
