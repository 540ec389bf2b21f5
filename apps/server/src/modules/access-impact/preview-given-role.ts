import { type AccessImpact, type CallInput, type calls, ProductError } from '@holdfast/contract'
import { loadAccountCidrRanges } from '../../core/authorization/index.ts'
import type { RequestContext } from '../../core/calls/index.ts'
import { findPerson } from '../portal-users/index.ts'
import { rulesOfRoles, visibleGroups } from '../roles/index.ts'
import { assertMayKnowRoles, impactOfRoles } from './impact-of-roles.ts'

/** `POST /portal_users/{user_reference}/roles/{role_reference}/preview`: what the person would gain by this role. */
export const previewGivenRole = async (
  ctx: RequestContext,
  { params: { user_reference, role_reference } }: CallInput<typeof calls.previewGivenRole>,
): Promise<AccessImpact> => {
  assertMayKnowRoles(ctx)
  const groups = await visibleGroups(ctx)
  const { roles, cidr_ranges, rules } = await ctx.read(async (tx) => {
    const person = await findPerson(tx, user_reference)
    if (!person) throw new ProductError('request.not_found')
    return {
      roles: person.roles,
      cidr_ranges: await loadAccountCidrRanges(tx),
      rules: await rulesOfRoles(tx, new Set([...person.roles, role_reference])),
    }
  })
  const assignee = {
    kind: 'person' as const,
    reference: user_reference,
    before: { roles, cidr_ranges },
    after: { roles: [...roles, role_reference], cidr_ranges },
  }
  // How long it would be given is not known here; giving it beyond the end of the caller's own right is refused.
  return impactOfRoles(ctx, { assignees: [assignee], given: [role_reference], rules, groups, lasting: ctx.access })
}
