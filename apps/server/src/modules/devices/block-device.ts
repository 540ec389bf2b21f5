import { type CallInput, type calls, type Device, ProductError } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import type { LastChange, TenantTransaction } from '../../platform/database/index.ts'
import { lockVisibleDevice } from './lock-visible-device.ts'
import { updateDevice } from './update-device.ts'

/** `PUT /devices/{device_reference}/block`. Blocking a blocked device replaces the reason. */
export const blockDevice = async (
  ctx: RequestContext,
  { params: { device_reference }, body: { reason } }: CallInput<typeof calls.blockDevice>,
): Promise<Device> => {
  const groups = await ctx.groups()
  return ctx.transaction(async (tx) => {
    const device = await lockVisibleDevice(ctx, tx, groups, device_reference, 'devices:deactivate')
    const changed_by = ctx.actor.reference
    const block = { is_blocked: true, blocked_at: tx.now, blocked_by: changed_by, blocked_reason: reason }
    const blocked = await updateDevice(tx, device, block, { changed_by, reason })
    const before = { is_blocked: device.is_blocked, blocked_reason: device.blocked_reason }
    const after = { is_blocked: true, blocked_reason: reason }
    tx.audit('device.blocked', { device_reference, before, after }, [device.group])
    return blocked
  })
}

/** `DELETE /devices/{device_reference}/block`. */
export const unblockDevice = async (
  ctx: RequestContext,
  { params: { device_reference } }: CallInput<typeof calls.unblockDevice>,
): Promise<Device> => {
  const groups = await ctx.groups()
  return ctx.transaction(async (tx) => {
    const device = await lockVisibleDevice(ctx, tx, groups, device_reference, 'devices:deactivate')
    if (!device.is_blocked) throw new ProductError('device.not_blocked')
    const noBlock = { is_blocked: false, blocked_at: null, blocked_by: null, blocked_reason: null }
    const lifted = await updateDevice(tx, device, noBlock, { changed_by: ctx.actor.reference })
    const before = { is_blocked: true, blocked_reason: device.blocked_reason }
    tx.audit('device.unblocked', { device_reference, before, after: { is_blocked: false } }, [device.group])
    return lifted
  })
}

/** Who blocked those of these devices that are blocked, and when. */
export const lastChangesOfBlocks = async (
  { db, client }: TenantTransaction,
  device_references: readonly string[],
): Promise<LastChange[]> => {
  const rows = await db
    .selectFrom('devices')
    .select(['device_reference as reference', 'blocked_by', 'blocked_at'])
    .where('client', '=', client)
    .where('device_reference', 'in', device_references)
    .where('is_blocked', '=', true)
    .execute()
  return rows.flatMap(({ reference, blocked_by, blocked_at }) =>
    blocked_by === null || blocked_at === null ? [] : { reference, updated_by: blocked_by, updated_at: blocked_at },
  )
}
