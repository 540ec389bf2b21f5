import { calls } from '@holdfast/contract'
import { type ServedCall, serve } from '../../platform/http/index.ts'
import { getDeviceUser, listDeviceUsers } from './list-device-users.ts'

export { type ActiveDeviceUser, findDeviceUser, holdActiveDeviceUser } from './device-user-record.ts'
export { type NewDeviceUser, onboardDeviceUser } from './onboard-device-user.ts'

export const deviceUserCalls: readonly ServedCall[] = [
  serve(calls.listDeviceUsers, listDeviceUsers),
  serve(calls.getDeviceUser, getDeviceUser),
]
