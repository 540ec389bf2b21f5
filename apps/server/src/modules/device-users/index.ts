import type { Handlers } from '../../core/calls/index.ts'
import { getDeviceUser, listDeviceUsers } from './list-device-users.ts'

export { countDeviceUsers, countUsersByServices, deviceUsersOfGroup } from './device-user-counts.ts'
export { type ActiveDeviceUser, findDeviceUser, lockActiveDeviceUser } from './device-user-record.ts'
export { type NewDeviceUser, onboardDeviceUser } from './onboard-device-user.ts'
export { activePersonalNumbers, personalNumbersOfGroup, personalNumbersStatement } from './personal-numbers.ts'

export const deviceUserHandlers = {
  listDeviceUsers,
  getDeviceUser,
} satisfies Partial<Handlers>
