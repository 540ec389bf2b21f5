import { type CallInput, type calls, type Device, ProductError } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { aboutDevice, raiseAlert } from '../alerts/index.ts'
import { lockVisibleDevice } from './lock-visible-device.ts'
import { updateDevice } from './update-device.ts'

/** `PUT /devices/{device_reference}/deactivation`. Authentication ends it, so it keeps nobody out: a block does. */
export const deactivateDevice = async (
  ctx: RequestContext,
  { params: { device_reference }, body: { reason } }: CallInput<typeof calls.deactivateDevice>,
): Promise<Device> => {
  const groups = await ctx.groups()
  return ctx.transaction(async (tx) => {
    const device = await lockVisibleDevice(ctx, tx, groups, device_reference, 'devices:deactivate')
    if (device.removed_at !== null) throw new ProductError('device.is_removed')
    if (device.is_deactivated) throw new ProductError('device.is_deactivated')
    const { reference } = ctx.actor
    const fields = {
      is_deactivated: true,
      deactivation_date: tx.now,
      deactivated_by: reference,
      deactivation_reason: reason,
    }
    const deactivated = await updateDevice(tx, device, fields, { changed_by: reference, reason })
    const after = { is_deactivated: true, deactivation_reason: reason }
    const details = { device_reference, before: { is_deactivated: false }, after }
    tx.audit('device.deactivated', details, [device.group])
    await raiseAlert(tx, {
      condition: 'device_deactivated',
      of: device_reference,
      values: { device: device_reference },
      group: device.group,
      related: [aboutDevice(device_reference)],
      api_action: 'PUT /devices/{device_reference}/deactivation',
    })
    return deactivated
  })
}
