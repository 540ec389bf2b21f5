import type { RequestContext } from '../../core/calls/index.ts'
import { findDeviceUser } from '../device-users/index.ts'
import { findDeviceGroup } from './find-devices.ts'

/** Puts a call about a device or a person on the trail of their present group, if they are known. */
export const setAuditGroupOf = async (
  ctx: RequestContext,
  about: { device_reference: string } | { device_user_reference: string },
): Promise<void> => {
  const group = await ctx.read(async (tx) =>
    'device_reference' in about
      ? findDeviceGroup(tx, about.device_reference)
      : (await findDeviceUser(tx, about.device_user_reference))?.group,
  )
  if (group !== undefined) ctx.setAuditGroup(group)
}
