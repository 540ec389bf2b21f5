import type { Handlers } from '../../core/calls/index.ts'
import { getDeviceUser, listDeviceUsers } from './list-device-users.ts'

export { type ActiveDeviceUser, findDeviceUser, lockActiveDeviceUser } from './device-user-record.ts'
export { foundDeviceUsers } from './list-device-users.ts'
export { type NewDeviceUser, onboardDeviceUser } from './onboard-device-user.ts'

export const deviceUserHandlers = {
  listDeviceUsers,
  getDeviceUser,
} satisfies Partial<Handlers>
