import type { Handlers } from '../../core/calls/index.ts'
import { getDeviceUser, listDeviceUsers } from './list-device-users.ts'

export { addDeviceUser, type NewDeviceUser } from './add-device-user.ts'
export { agedDeviceUsers } from './aged-device-users.ts'
export {
  countActiveUsers,
  countDeviceUsers,
  countExpectedByService,
  countUsersByServices,
  deviceUsersOfGroup,
} from './device-user-counts.ts'
export {
  type ActiveDeviceUser,
  type DeviceUserRow,
  deviceUserOf,
  deviceUsers,
  findDeviceUser,
  insertDeviceUser,
  lockActiveDeviceUser,
  lockDeviceUser,
  namesOfDeviceUsers,
  replaceDeviceUser,
  selectDeviceUsers,
} from './device-user-record.ts'
export { countPeopleWithFewerDevices, peopleWithFewerDevices } from './fewer-devices.ts'
export { foundDeviceUsers, groupsToName } from './list-device-users.ts'
export { withoutDeviceWatch } from './without-device-watch.ts'

export const deviceUserHandlers = {
  listDeviceUsers,
  getDeviceUser,
} satisfies Partial<Handlers>
