import { type CallInput, type calls, type DeviceUser, ProductError } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { assertVersion } from '../../platform/http/index.ts'
import { visitsOf } from '../access-gains/index.ts'
import { assertMayMove } from './move-device-user.ts'
import { assertMayChangePerson, lockGroupToJoin, lockPerson, maySeePerson } from './rights-to-people.ts'
import { addPerson, bringBack } from './save-person.ts'
import { takeServices } from './take-services.ts'

type Input = CallInput<typeof calls.onboardDeviceUser>

/**
 * `POST /users/{device_user_reference}`: adds a person, or brings back one who was offboarded. Being brought back to another group is a
 * move.
 */
export const onboardDeviceUser = async (ctx: RequestContext, { params, query, body }: Input): Promise<DeviceUser> => {
  const { device_user_reference } = params
  const { version, ...fields } = body
  const grant = { accept_gains: query.accept_gains === true, visits: await visitsOf(ctx), madeBy: 'author' as const }
  return ctx.transaction(async (tx) => {
    const known = await lockPerson(tx, device_user_reference)
    const group = await lockGroupToJoin(ctx, tx, fields.group)
    if (!known) {
      assertVersion(version, null)
      await takeServices(tx, { stored: undefined, services: fields.services, willBeActive: true })
      ctx.setAuditGroup(fields.group)
      return addPerson(ctx, tx, device_user_reference, fields)
    }
    // Also answered about a person whom the caller may not see: there can't be two of one reference.
    if (known.row.is_active || version === 0 || !maySeePerson(ctx, known)) throw new ProductError('device_user.exists')
    assertMayChangePerson(ctx, known)
    assertVersion(version, known.row)
    await takeServices(tx, { stored: known.row, services: fields.services, willBeActive: true })
    await assertMayMove(ctx, tx, { person: known, to: group }, grant)
    return bringBack(ctx, tx, known.row, fields)
  })
}
