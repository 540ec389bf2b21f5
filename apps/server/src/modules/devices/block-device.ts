import { type CallInput, type calls, type Device, ProductError } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import type { DeviceRow, LastChange, TenantTransaction } from '../../platform/database/index.ts'
import { deviceColumns, deviceOf } from './device-row.ts'
import { lockDevice } from './verified-device.ts'

/** `PUT /devices/{device_reference}/block`. Blocking a blocked device replaces the reason. */
export const blockDevice = async (
  ctx: RequestContext,
  { params: { device_reference }, body: { reason } }: CallInput<typeof calls.blockDevice>,
): Promise<Device> => {
  const groups = await ctx.groups()
  return ctx.transaction(async (tx) => {
    const device = await lockVisibleDevice(ctx, tx, groups, device_reference)
    const blocked = await setBlock(tx, device, ctx.actor.reference, {
      is_blocked: true,
      blocked_at: tx.now,
      blocked_by: ctx.actor.reference,
      blocked_reason: reason,
    })
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
    const device = await lockVisibleDevice(ctx, tx, groups, device_reference)
    if (!device.is_blocked) throw new ProductError('device.not_blocked')
    const lifted = await setBlock(tx, device, ctx.actor.reference, {
      is_blocked: false,
      blocked_at: null,
      blocked_by: null,
      blocked_reason: null,
    })
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

/** @throws ProductError `request.not_found` for a device that the caller may not see, `auth.forbidden` */
const lockVisibleDevice = async (
  ctx: RequestContext,
  tx: TenantTransaction,
  groups: Awaited<ReturnType<RequestContext['groups']>>,
  device_reference: string,
) => {
  const device = await lockDevice(tx, device_reference)
  const group = device && groups.get(device.group)
  if (!group || !ctx.access.can('devices:read', { group })) throw new ProductError('request.not_found')
  ctx.setAuditGroup(device.group)
  if (!ctx.access.can('devices:deactivate', { group })) throw new ProductError('auth.forbidden')
  return device
}

type Block = Pick<DeviceRow, 'is_blocked' | 'blocked_by' | 'blocked_reason'> & { blocked_at: Date | null }

const setBlock = async (tx: TenantTransaction, device: DeviceRow, updated_by: string, block: Block): Promise<Device> =>
  deviceOf(
    await tx.db
      .updateTable('devices')
      .set({ ...block, updated_at: tx.now, updated_by })
      .where('client', '=', tx.client)
      .where('device_reference', '=', device.device_reference)
      .returning(deviceColumns)
      .executeTakeFirstOrThrow(),
  )
