import type { Handlers } from '../../platform/http/index.ts'
import { getDeviceUser, listDeviceUsers } from './list-device-users.ts'

export { type ActiveDeviceUser, findDeviceUser, lockActiveDeviceUser } from './device-user-record.ts'
export { type NewDeviceUser, onboardDeviceUser } from './onboard-device-user.ts'

export const deviceUserHandlers = {
  listDeviceUsers,
  getDeviceUser,
} satisfies Partial<Handlers>
