import { type CallInput, type calls, type DeviceUser, ProductError } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { assertVersion } from '../../platform/http/index.ts'
import { deviceUserOf, deviceUsers } from '../device-users/index.ts'
import { lockPersonForChange } from './rights-to-people.ts'

type Input = CallInput<typeof calls.offboardDeviceUser>

/**
 * `DELETE /users/{device_user_reference}`: the person stays, with everything that was recorded. Their devices go on to deliver what they
 * have until their tokens expire, are told to record nothing more, and can't authenticate again.
 */
export const offboardDeviceUser = (ctx: RequestContext, { params, query }: Input): Promise<DeviceUser> => {
  const { device_user_reference } = params
  return ctx.transaction(async (tx) => {
    const { row } = await lockPersonForChange(ctx, tx, device_user_reference)
    if (!row.is_active) throw new ProductError('device_user.is_offboarded')
    assertVersion(query.version, row)
    const fields = { is_active: false, offboard_date: tx.now }
    const saved = await deviceUsers.replace(tx, device_user_reference, fields, ctx.actor.reference)
    const change = { before: { is_active: true }, after: { is_active: false } }
    tx.audit('device_user.offboarded', { device_user_reference, ...change }, [row.group])
    return deviceUserOf(saved)
  })
}
