import {
  type Access,
  type AccessPair,
  accessDifferencesInSteps,
  accessFor,
  compileRolesInSteps,
  differingAddresses,
  type Group,
  grantProblem,
} from '@holdfast/access'
import { type AccessImpact, type AssigneeImpact, ProductError, type RoleRules } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { eventLoopYielder, runSteps } from '../../platform/yield-to-event-loop.ts'
import { namedDifference } from '../roles/index.ts'

const maxNamed = 100

/** Roles, and the network ranges that limit whoever has them; `null`: no limit. */
interface HeldRoles {
  readonly roles: readonly string[]
  readonly cidr_ranges: readonly string[] | null
}

/** A person or client app that would have other roles. */
interface AssigneeChange extends Pick<AssigneeImpact, 'kind' | 'reference'> {
  readonly before: HeldRoles
  readonly after: HeldRoles
}

interface RolesChange {
  readonly assignees: readonly AssigneeChange[]
  /** The roles that the change gives. Its author must be able to grant all of them. */
  readonly given: readonly string[]
  /** All of these roles that exist. */
  readonly rules: ReadonlyMap<string, RoleRules>
  /** The groups that the author may see. */
  readonly groups: readonly Group[]
  /** What the author can do for as long as the change gives it. */
  readonly lasting: Access
}

/** What roles allow, and who has them, is told only to those who may see roles. */
export const assertMayKnowRoles = ({ access }: RequestContext): void => {
  if (!access.can('roles:read')) throw new ProductError('auth.forbidden')
}

/**
 * What people and apps would gain and lose by other roles. Computed once for each change of roles and ranges, because many
 * people have the same.
 * @throws ProductError `role.unknown`
 */
export const impactOfRoles = async (
  ctx: RequestContext,
  { assignees, given, rules, groups, lasting }: RolesChange,
): Promise<AccessImpact> => {
  const turn = eventLoopYielder()
  const known = new Map<string, Pick<AssigneeImpact, 'gained' | 'lost'>>()
  const impacts: AssigneeImpact[] = []
  for (const { kind, reference, before, after } of assignees) {
    const key = JSON.stringify([before, after])
    const impact = known.get(key) ?? (await differencesOf(ctx.client, { before, after, rules, groups }))
    known.set(key, impact)
    impacts.push({ kind, reference, ...impact })
    await turn()
  }
  return {
    exceeds_own: firstBeyondOwn(ctx, lasting, { given, rules }),
    group_total: groups.length,
    total: impacts.length,
    gaining: impacts.filter(({ gained }) => gained.length > 0).length,
    losing: impacts.filter(({ lost }) => lost.length > 0).length,
    changes: impacts.filter(({ gained, lost }) => gained.length + lost.length > 0).slice(0, maxNamed),
  }
}

const firstBeyondOwn = (
  ctx: RequestContext,
  lasting: Access,
  { given, rules }: Pick<RolesChange, 'given' | 'rules'>,
): AccessImpact['exceeds_own'] => {
  for (const role of given) {
    const allowed = rules.get(role)
    if (!allowed) throw new ProductError('role.unknown', { role })
    const now = grantProblem(ctx.access, allowed)
    const problem = now ?? (lasting === ctx.access ? null : grantProblem(lasting, allowed))
    if (problem) return { role, action: problem.action, message: problem.message, ends_sooner: now === null }
  }
  return null
}

const differencesOf = async (
  client: string,
  { before, after, rules, groups }: Pick<AssigneeChange, 'before' | 'after'> & Pick<RolesChange, 'rules' | 'groups'>,
): Promise<Pick<AssigneeImpact, 'gained' | 'lost'>> => {
  const compiled = ({ roles }: HeldRoles) =>
    runSteps(
      compileRolesInSteps(
        roles.flatMap((role) => rules.get(role) ?? []),
        { client },
      ),
    )
  const [rolesBefore, rolesAfter] = [await compiled(before), await compiled(after)]
  const ranges = [...(before.cidr_ranges ?? []), ...(after.cidr_ranges ?? [])]
  const pairs = new Map<Access, Map<Access, AccessPair>>()
  for (const address of differingAddresses([rolesBefore, rolesAfter], { account_cidr_ranges: ranges })) {
    const pair = {
      before: accessFor(rolesBefore, { address, account_cidr_ranges: before.cidr_ranges }),
      after: accessFor(rolesAfter, { address, account_cidr_ranges: after.cidr_ranges }),
    }
    const seen = pairs.get(pair.before) ?? new Map<Access, AccessPair>()
    pairs.set(pair.before, seen.set(pair.after, pair))
  }
  const different = [...pairs.values()].flatMap((ofBefore) => [...ofBefore.values()])
  const { gained, lost } = await runSteps(accessDifferencesInSteps(different, groups))
  return { gained: gained.map(namedDifference), lost: lost.map(namedDifference) }
}
