import { calls } from '@holdfast/contract'
import { type ServedCall, serve } from '../../platform/http/index.ts'
import { getDeviceConfiguration } from './get-device-configuration.ts'
import { verifyDevice } from './verify-device.ts'

export { giveUpLostRecordings, giveUpLostRecordingsOf } from './give-up-lost-recordings.ts'
export { noteDeviceSeen } from './last-seen.ts'

export const deviceCalls: readonly ServedCall[] = [
  serve(calls.verifyDevice, verifyDevice),
  serve(calls.getDeviceConfiguration, getDeviceConfiguration),
]
