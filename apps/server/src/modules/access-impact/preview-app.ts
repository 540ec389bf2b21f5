import { rangesWithinBoth } from '@holdfast/access'
import type { AccessImpact, CallInput, calls } from '@holdfast/contract'
import { loadAccountCidrRanges } from '../../core/authorization/index.ts'
import type { RequestContext } from '../../core/calls/index.ts'
import { appRights, apps } from '../client-apps/index.ts'
import { assertRangesValid, grantingAccess } from '../grants/index.ts'
import { rulesOfRoles, visibleGroups } from '../roles/index.ts'
import { impactOfRoles } from './impact-of-roles.ts'

/**
 * `POST /account/apps/{app_reference}/preview`: what the app would gain and lose. An app that the caller may not see is
 * taken for a new one, so that nobody learns that it exists. People who may give roles see what any app has.
 */
export const previewApp = async (
  ctx: RequestContext,
  { params: { app_reference }, body }: CallInput<typeof calls.previewApp>,
): Promise<AccessImpact> => {
  assertRangesValid(body.cidr_ranges)
  const may = await appRights(ctx)
  const groups = await visibleGroups(ctx)
  const { assignee, rules, lasting } = await ctx.read(async (tx) => {
    const ofAccount = await loadAccountCidrRanges(tx)
    const app = await apps.find(tx, app_reference)
    const stored =
      app && (may('apps:read', app) || may('apps:write', app) || ctx.access.can('roles:write'))
        ? app
        : { roles: [], cidr_ranges: null }
    const limited = (cidr_ranges: readonly string[] | null) =>
      rangesWithinBoth(cidr_ranges?.length ? cidr_ranges : null, ofAccount)
    const assignee = {
      kind: 'app' as const,
      reference: app_reference,
      before: { roles: stored.roles, cidr_ranges: limited(stored.cidr_ranges) },
      after: { roles: body.roles, cidr_ranges: limited(body.cidr_ranges) },
    }
    return {
      assignee,
      rules: await rulesOfRoles(tx, new Set([...stored.roles, ...body.roles])),
      lasting: await grantingAccess(ctx, tx, null),
    }
  })
  return impactOfRoles(ctx, { assignees: [assignee], given: body.roles, rules, groups, lasting })
}
