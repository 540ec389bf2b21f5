import { patternMatchesInSteps } from '@holdfast/access'
import type { CallInput, calls, RolePreview } from '@holdfast/contract'
import { loadAccountCidrRanges } from '../../core/authorization/index.ts'
import type { RequestContext } from '../../core/calls/index.ts'
import { runSteps } from '../../platform/yield-to-event-loop.ts'
import { peopleInRole } from '../portal-users/index.ts'
import { changesOfMembers } from './member-changes.ts'
import { problemOfChange } from './own-changes.ts'
import { rulesOfRoles, visitorsInRole } from './role-members.ts'
import { roleProblems } from './role-problems.ts'
import { reachOfRole } from './role-reach.ts'
import { roles, rulesOf } from './role-record.ts'
import { testResults } from './test-cases.ts'
import { visibleGroups } from './visible-groups.ts'

type Input = CallInput<typeof calls.previewRole>

/**
 * `POST /roles/{role_reference}/preview`: what a draft would allow, compared with the stored role. An invalid draft
 * is not evaluated, because it may be too large for that.
 */
export const previewRole = async (ctx: RequestContext, { params, body }: Input): Promise<RolePreview> => {
  const { client } = ctx
  const { role_reference } = params
  const changed = rulesOf(role_reference, body)
  const groups = await visibleGroups(ctx)
  const problems = await roleProblems(changed, body)
  if (problems.length > 0) return { ...nothing, problems, group_total: groups.length }
  const visitors = await visitorsInRole(ctx, role_reference)
  const { members, rules, account_cidr_ranges, stored, excess } = await ctx.read(async (tx) => {
    const people = await peopleInRole(tx, role_reference)
    const members = [...people.map(({ name, ...person }) => ({ ...person, display_name: name })), ...visitors]
    const held = new Set([role_reference, ...members.flatMap(({ roles }) => roles)])
    const row = await roles.find(tx, role_reference)
    const stored = row ? rulesOf(role_reference, row) : null
    return {
      members,
      rules: await rulesOfRoles(tx, held),
      account_cidr_ranges: await loadAccountCidrRanges(tx),
      stored,
      excess: await problemOfChange(ctx, tx, { stored: row ?? null, rules: changed, isSaved: false }),
    }
  })
  return {
    problems,
    exceeds_own: excess && {
      permission_index: excess.permission_index,
      action: excess.action,
      message: excess.message,
      ends_sooner: excess.ends_sooner,
    },
    pattern_matches: await runSteps(patternMatchesInSteps(changed.permissions, client)),
    reach: await reachOfRole(changed, { client, groups }),
    group_total: groups.length,
    members: await changesOfMembers({
      client,
      stored,
      changed,
      members,
      otherRoles: rules,
      account_cidr_ranges,
      groups,
    }),
    test_results: testResults(changed, body.test_cases, { client, groups }),
  }
}

const nothing: RolePreview = {
  problems: [],
  exceeds_own: null,
  pattern_matches: [],
  reach: [],
  group_total: 0,
  members: { total: 0, gaining: 0, losing: 0, changes: [] },
  test_results: [],
}
