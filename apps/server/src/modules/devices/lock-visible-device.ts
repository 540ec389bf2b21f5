import { type Action, ProductError } from '@holdfast/contract'
import type { GroupIndex } from '../../core/authorization/index.ts'
import type { RequestContext } from '../../core/calls/index.ts'
import type { DeviceRow, TenantTransaction } from '../../platform/database/index.ts'
import { lockDevice } from './verified-device.ts'

/**
 * Locks a device that somebody changes.
 * @throws ProductError `request.not_found` for a device that the caller may not see, `auth.forbidden`
 */
export const lockVisibleDevice = async (
  ctx: RequestContext,
  tx: TenantTransaction,
  groups: GroupIndex,
  device_reference: string,
  action: Action,
): Promise<DeviceRow> => {
  const device = await lockDevice(tx, device_reference)
  const group = device && groups.get(device.group)
  if (!group || !ctx.access.can('devices:read', { group })) throw new ProductError('request.not_found')
  ctx.setAuditGroup(device.group)
  if (!ctx.access.can(action, { group })) throw new ProductError('auth.forbidden')
  return device
}
