import type { Dashboard } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { countDeviceUsers } from '../device-users/index.ts'
import { countDevices, countVersions } from '../devices/index.ts'

/** `GET /dashboard`: counts devices in groups with `devices:read`, and device users in groups with `device_users:read`. */
export const getDashboard = async (ctx: RequestContext): Promise<Dashboard> => {
  const ofDevices = await ctx.groupsFor('devices:read')
  const ofUsers = await ctx.groupsFor('device_users:read')
  return ctx.read(async (tx) => ({
    client: ctx.client,
    devices: await countDevices(tx, ofDevices),
    users: await countDeviceUsers(tx, ofUsers),
    app_versions: await countVersions(tx, 'app_version', ofDevices),
    os_versions: await countVersions(tx, 'os_version', ofDevices),
  }))
}
