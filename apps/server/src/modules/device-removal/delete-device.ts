import { type CallInput, type calls, type Device, instantOf, ProductError } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { failCommandsOf } from '../device-commands/index.ts'
import { lockVisibleDevice, removeDevice } from '../devices/index.ts'

/**
 * `DELETE /devices/{device_reference}`: the device leaves the lists, its token ends, its commands fail, and what it registered and did not
 * upload is lost. Its recordings and its history stay, and so does a block (docs/decisions/0061).
 */
export const deleteDevice = async (
  ctx: RequestContext,
  { params: { device_reference }, query: { updated_at } }: CallInput<typeof calls.deleteDevice>,
): Promise<Device> => {
  const groups = await ctx.groups()
  return ctx.transaction(async (tx) => {
    const device = await lockVisibleDevice(ctx, tx, groups, device_reference, 'devices:delete')
    if (device.removed_at !== null) throw new ProductError('device.is_removed')
    if (updated_at !== undefined && instantOf(updated_at).getTime() !== Date.parse(device.updated_at)) {
      throw new ProductError('edit.conflict')
    }
    const removed = await removeDevice(tx, device, ctx.actor.reference)
    const failed_commands = await failCommandsOf(tx, device_reference, ctx.actor.reference)
    const { device_user_reference, group } = device
    tx.audit('device.removed', { device_reference, device_user_reference, failed_commands }, [group])
    return removed
  })
}
