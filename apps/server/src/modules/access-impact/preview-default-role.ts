import type { AccessImpact, CallInput, calls } from '@holdfast/contract'
import { loadAccountCidrRanges } from '../../core/authorization/index.ts'
import type { RequestContext } from '../../core/calls/index.ts'
import { grantingAccess } from '../grants/index.ts'
import { peopleWithDefaultRole } from '../portal-users/index.ts'
import { rulesOfRoles, visibleGroups } from '../roles/index.ts'
import { impactOfRoles } from './impact-of-roles.ts'

/** `POST /account/defaults/access_preview`: what the people who have the default role would gain and lose by another one. */
export const previewDefaultRole = async (
  ctx: RequestContext,
  { body: { role } }: CallInput<typeof calls.previewDefaultRole>,
): Promise<AccessImpact> => {
  const groups = await visibleGroups(ctx)
  const given = role === null ? [] : [role]
  const { assignees, rules, lasting } = await ctx.read(async (tx) => {
    const cidr_ranges = await loadAccountCidrRanges(tx)
    const people = await peopleWithDefaultRole(tx)
    const assignees = people.map(({ user_reference, default_roles, roles_for_a_time }) => ({
      kind: 'person' as const,
      reference: user_reference,
      before: { roles: [...default_roles, ...roles_for_a_time], cidr_ranges },
      after: { roles: [...given, ...roles_for_a_time], cidr_ranges },
    }))
    const concerned = assignees.flatMap(({ before, after }) => [...before.roles, ...after.roles])
    return {
      assignees,
      rules: await rulesOfRoles(tx, new Set([...given, ...concerned])),
      lasting: await grantingAccess(ctx, tx, null),
    }
  })
  return impactOfRoles(ctx, { assignees, given, rules, groups, lasting })
}
