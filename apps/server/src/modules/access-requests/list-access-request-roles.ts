import { grantProblem } from '@holdfast/access'
import { type AccessRequestRole, type CallInput, type calls, ProductError } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { findPerson } from '../portal-users/index.ts'
import { describeRoles } from '../roles/index.ts'
import { ofTheAccount } from './of-the-account.ts'
import { findRequest, stateAt } from './request-row.ts'
import { furtherActions, gainedGroups, rolesThatGive } from './roles-that-give.ts'
import { wantedOf } from './wanted.ts'

/** `GET /access_requests/{access_request_reference}/roles`: none if it was decided, the group or recording is gone, or no role gives it. */
export const listAccessRequestRoles = async (
  ctx: RequestContext,
  { params }: CallInput<typeof calls.listAccessRequestRoles>,
): Promise<{ roles: AccessRequestRole[] }> => {
  const caller = ofTheAccount(ctx)
  const index = await ctx.groups()
  const roles = await ctx.read(async (tx) => {
    const request = await findRequest(tx, params.access_request_reference)
    if (!request) throw new ProductError('request.not_found')
    if (request.requested_by === caller) throw new ProductError('access_request.own')
    const wanted = stateAt(request, tx.now) === 'waiting' ? await wantedOf(tx, index, request) : null
    if (!wanted) return []
    const held = (await findPerson(tx, request.requested_by))?.roles ?? []
    const giving = await rolesThatGive(tx, { wanted, roles: held })
    const described = await describeRoles(
      tx,
      giving.map(({ rules }) => rules.role_reference),
    )
    const shown: AccessRequestRole[] = []
    for (const role of giving) {
      const { role_reference } = role.rules
      shown.push({
        role_reference,
        description: described.get(role_reference)?.description || null,
        is_system: described.get(role_reference)?.is_system ?? false,
        is_grantable: grantProblem(ctx.access, role.rules) === null,
        groups: await gainedGroups(role, wanted, index.all),
        further_actions: await furtherActions(role, wanted, index.all),
      })
    }
    return shown
  })
  return { roles: roles.toSorted(grantableAndSmallFirst) }
}

const grantableAndSmallFirst = (one: AccessRequestRole, other: AccessRequestRole): number =>
  Number(other.is_grantable) - Number(one.is_grantable) ||
  one.further_actions.length - other.further_actions.length ||
  one.groups - other.groups
