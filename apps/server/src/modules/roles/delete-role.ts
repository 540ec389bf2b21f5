import { type CallInput, type calls, ProductError } from '@holdfast/contract'
import { bumpAccessVersion } from '../../core/authorization/index.ts'
import type { RequestContext } from '../../core/calls/index.ts'
import { assertVersion } from '../../platform/http/index.ts'
import { unshareViewsOfRole } from '../saved-views/index.ts'
import { lockRoleForChange } from './lock-role.ts'
import { describeHolders, holdersOfRole } from './role-holders.ts'
import { fieldsOf, roles } from './role-record.ts'

/** `DELETE /roles/{role_reference}`: refused while anybody or anything has the role. */
export const deleteRole = (
  ctx: RequestContext,
  { params, query }: CallInput<typeof calls.deleteRole>,
): Promise<undefined> =>
  ctx.transaction(async (tx) => {
    const { role_reference } = params
    const role = await lockRoleForChange(tx, role_reference)
    if (!role) throw new ProductError('request.not_found')
    assertVersion(query.version, role)
    const inTheWay = await holdersOfRole(tx, role_reference)
    const holders = describeHolders(inTheWay)
    if (holders !== null) throw new ProductError('role.in_use', { holders, ...inTheWay })
    await roles.remove(tx, role_reference)
    // A new role of the same name must not show them to other people.
    const unshared_views = await unshareViewsOfRole(tx, role_reference, ctx.actor.reference)
    await bumpAccessVersion(tx)
    tx.audit('role.deleted', { role_reference, before: fieldsOf(role), ...(unshared_views > 0 && { unshared_views }) })
    return undefined
  })
