import { type CallInput, type calls, ProductError } from '@holdfast/contract'
import type { RunningVisit } from '../../core/authorization/index.ts'
import type { RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { visitsOf } from '../access-gains/index.ts'
import { type ActivePerson, endRole, findPerson, removePerson } from '../portal-users/index.ts'
import { approversAmong, peopleToApprove, waitingDrafts } from './approvers.ts'

/**
 * `DELETE /portal_users/{user_reference}/roles/{role_reference}`: ends such a role at once. Takes nothing that the identity gives.
 * @throws ProductError those of `endRole` and `assertOthersApprove`
 */
export const deleteRoleAssignment = async (
  ctx: RequestContext,
  { params, query }: CallInput<typeof calls.deleteRoleAssignment>,
): Promise<undefined> => {
  const visits = await visitsOf(ctx)
  const { user_reference, role_reference } = params
  return ctx.transaction(async (tx) => {
    if (!query.accept_undecided) {
      const after = (person: ActivePerson) => [
        { ...person, roles: person.roles.filter((role) => role !== role_reference) },
      ]
      await assertOthersApprove(tx, visits, { user_reference, after })
    }
    await endRole(ctx, tx, { user_reference, role_reference })
    return undefined
  })
}

/**
 * `DELETE /portal_users/{user_reference}`. People cannot remove themselves, so that somebody who can remove people always
 * remains.
 * @throws ProductError `portal_user.is_oneself`, and those of `removePerson` and `assertOthersApprove`
 */
export const removePortalUser = async (
  ctx: RequestContext,
  { params: { user_reference }, query }: CallInput<typeof calls.removePortalUser>,
): Promise<undefined> => {
  if (user_reference === ctx.user.user_reference) throw new ProductError('portal_user.is_oneself')
  const visits = await visitsOf(ctx)
  return ctx.transaction(async (tx) => {
    if (!query.accept_undecided) await assertOthersApprove(tx, visits, { user_reference, after: () => [] })
    await removePerson(ctx, tx, user_reference)
    return undefined
  })
}

interface LosingPerson {
  user_reference: string
  /** The person with the roles that are left; none if they are removed. */
  after: (person: ActivePerson) => ActivePerson[]
}

/**
 * Changes that wait for approval should not be left without anybody who can approve them.
 * @throws ProductError `role_draft.last_approver` with how many only this person could approve
 */
const assertOthersApprove = async (
  tx: TenantTransaction,
  visits: readonly RunningVisit[],
  { user_reference, after }: LosingPerson,
): Promise<void> => {
  if (!(await findPerson(tx, user_reference))?.is_active) return
  let total = 0
  for (const draft of await waitingDrafts(tx, { except: user_reference })) {
    const people = await peopleToApprove(tx, draft)
    const person = people.find((one) => one.user_reference === user_reference)
    if (!person || (await approversAmong(tx, draft, { visits, people: [person] })).length === 0) continue
    const left = [...people.filter((one) => one !== person), ...after(person)]
    if ((await approversAmong(tx, draft, { visits, people: left })).length === 0) total += 1
  }
  if (total > 0) throw new ProductError('role_draft.last_approver', { total })
}
