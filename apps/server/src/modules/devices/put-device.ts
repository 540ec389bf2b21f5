import { type CallInput, type calls, type Device, ProductError } from '@holdfast/contract'
import type { AuditedTransaction, RequestContext } from '../../core/calls/index.ts'
import { type ActiveDeviceUser, lockActiveDeviceUser } from '../device-users/index.ts'
import { addPendingDevice } from './add-device.ts'
import { deviceOf } from './device-row.ts'
import { saveFormerHolder } from './former-holders.ts'
import { updateDevice } from './update-device.ts'
import { lockDevice } from './verified-device.ts'

type Input = CallInput<typeof calls.putDevice>

/** `PUT /devices/{device_reference}`: a device is known, and pending, before it authenticates for the first time. */
export const putDevice = async (ctx: RequestContext, { params, body }: Input): Promise<Device> => {
  const { device_reference } = params
  const groups = await ctx.groups()
  return ctx.transaction(async (tx) => {
    const known = await lockDevice(tx, device_reference)
    const user = await lockActiveDeviceUser(tx, body.device_user_reference)
    const group = user && groups.get(user.group)
    if (!user || !group || !ctx.access.can('devices:read', { group })) throw new ProductError('device_user.unknown')
    ctx.setAuditGroup(user.group)
    if (!ctx.access.can('devices:add', { group })) throw new ProductError('auth.forbidden')
    const device = known ? await assign(ctx, tx, known, user) : await add(ctx, tx, device_reference, user)
    const { device_user_reference } = user
    tx.audit('device.added', { device_reference, device_user_reference }, [device.group])
    return device
  })
}

const add = async (ctx: RequestContext, tx: AuditedTransaction, device_reference: string, user: ActiveDeviceUser) => {
  const added = await addPendingDevice(tx, device_reference, user, { updated_by: ctx.actor.reference })
  // Another request has added it meanwhile.
  if (!added) throw new ProductError('device.exists')
  return deviceOf(added)
}

/** Gives a pending device to another person. Others belong to the person for whom they authenticated. */
const assign = async (
  ctx: RequestContext,
  tx: AuditedTransaction,
  device: NonNullable<Awaited<ReturnType<typeof lockDevice>>>,
  user: ActiveDeviceUser,
) => {
  const group = (await ctx.groups()).get(device.group)
  const isAllowed = group !== undefined && ctx.access.can('devices:add', { group })
  if (device.activated_at !== null || device.removed_at !== null || !isAllowed) throw new ProductError('device.exists')
  const held_since = await saveFormerHolder(tx, device, user)
  const changed_by = ctx.actor.reference
  return updateDevice(tx, device, { ...user, held_since }, { changed_by })
}
