import { type Access, accessesFromEverywhere, compileRolesInSteps, grantProblem } from '@holdfast/access'
import {
  type Action,
  allActions,
  type CallInput,
  type calls,
  type Granting,
  limits,
  type RoleRules,
} from '@holdfast/contract'
import { providerClient } from '../../core/accounts/index.ts'
import { loadAccountCidrRanges, loadRoles } from '../../core/authorization/index.ts'
import type { RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { eventLoopYielder, runSteps } from '../../platform/yield-to-event-loop.ts'
import { grantingAccess } from '../grants/index.ts'
import { activePeople, activePeopleForGood } from '../portal-users/index.ts'
import { rulesOfFirstRoles, rulesOfRoles } from '../roles/index.ts'
import { existingRules } from './assigned-roles.ts'

type Edited = CallInput<typeof calls.explainGranting>['query']['edited']

/** Limits of the search for people who can grant: comparing one role with one set of assigned roles can take milliseconds. */
const maxRoles = 200
const maxRoleSets = 50

const neededFor = {
  roles: 'roles:write',
  account: 'account:write',
  apps: 'apps:write',
  support_access: 'support_access:decide',
  people: 'roles:write',
} as const satisfies Record<Edited, Action>

/** Whether somebody may grant something there, or approve that another person does (`actionsToDecide`). */
const mayGrantThere = (access: Access, edited: Edited): boolean => {
  if (access.can(neededFor[edited])) return true
  return (edited === 'account' || edited === 'apps') && access.can('roles:read') && access.can('roles:write')
}

/** Whether a form gives something without an end, which only those can grant who have it without one. */
const isForGood = (edited: Edited): boolean => edited !== 'people' && edited !== 'support_access'

/** `GET /access/granting`: what the caller cannot grant, and who can, so that a form can say so before it is filled in. */
export const explainGranting = async (
  ctx: RequestContext,
  { query }: CallInput<typeof calls.explainGranting>,
): Promise<Granting> =>
  ctx.read(async (tx) => {
    const given = await givenBy(ctx, tx, query)
    const beyond = await notGrantableBy(
      [isForGood(query.edited) ? await grantingAccess(ctx, tx, null) : ctx.access],
      given,
    )
    const granters =
      beyond.length > 0 ? await grantersOf(tx, ctx.actor.reference, { edited: query.edited, beyond }) : []
    const named = (rules: readonly RoleRules[]) => namesOf(query.edited, rules)
    return { ...named(beyond), granters: granters.map(({ can, ...person }) => ({ ...person, ...named(can) })) }
  })

/** What the form can give: actions, one role, or any of the account's. */
const givenBy = (
  { client }: RequestContext,
  tx: TenantTransaction,
  { edited, role_reference }: CallInput<typeof calls.explainGranting>['query'],
): RoleRules[] | Promise<RoleRules[]> => {
  if (edited === 'roles') return actionsAsRoles(client)
  return role_reference === undefined ? rulesOfFirstRoles(tx, maxRoles) : loadRoles(tx, [role_reference])
}

/** Each action as a role that allows it everywhere. Only the provider's account has `internal:` actions. */
const actionsAsRoles = (client: string): RoleRules[] =>
  allActions
    .filter((action) => client === providerClient || !action.startsWith('internal:'))
    .map((action) => ({ role_reference: action, permissions: [{ actions_matching: action }] }))

const namesOf = (edited: Edited, rules: readonly RoleRules[]): Pick<Granting, 'actions' | 'roles'> => {
  const names = rules.map(({ role_reference }) => role_reference)
  return edited === 'roles' ? { actions: names as Action[], roles: [] } : { actions: [], roles: names }
}

/** The rules that none of these accesses can grant. */
const notGrantableBy = async (accesses: readonly Access[], given: readonly RoleRules[]): Promise<RoleRules[]> => {
  const turn = eventLoopYielder()
  const beyond: RoleRules[] = []
  for (const rules of given) {
    if (accesses.every((access) => grantProblem(access, rules) !== null)) beyond.push(rules)
    await turn()
  }
  return beyond
}

interface Granter {
  user_reference: string
  display_name: string
  can: readonly RoleRules[]
}

/** Other people who may edit the same and can grant some of what the caller cannot, those who can grant most first. */
const grantersOf = async (
  tx: TenantTransaction,
  caller: string,
  { edited, beyond }: { edited: Edited; beyond: readonly RoleRules[] },
): Promise<Granter[]> => {
  const people = await (isForGood(edited) ? activePeopleForGood(tx) : activePeople(tx))
  const rules = await rulesOfRoles(tx, new Set(people.flatMap(({ roles }) => roles)))
  const cidr_ranges = await loadAccountCidrRanges(tx)
  const known = new Map<string, readonly RoleRules[]>()
  const granters: Granter[] = []
  for (const { user_reference, name, roles } of people.toSorted(byReference)) {
    if (known.size >= maxRoleSets) break
    if (user_reference === caller) continue
    const key = JSON.stringify([...roles].sort())
    const can = known.get(key) ?? (await grantable(existingRules(rules, roles), { tx, cidr_ranges, edited, beyond }))
    known.set(key, can)
    if (can.length > 0) granters.push({ user_reference, display_name: name ?? user_reference, can })
  }
  return granters.toSorted((one, other) => other.can.length - one.can.length).slice(0, limits.maxGranters)
}

const byReference = (one: { user_reference: string }, other: { user_reference: string }): number =>
  one.user_reference < other.user_reference ? -1 : 1

interface GrantQuery {
  tx: TenantTransaction
  cidr_ranges: readonly string[] | null
  edited: Edited
  beyond: readonly RoleRules[]
}

/** The part of `beyond` that somebody with these roles can grant, from at least one address. */
const grantable = async (assigned: readonly RoleRules[], { tx, cidr_ranges, edited, beyond }: GrantQuery) => {
  const compiled = await runSteps(compileRolesInSteps(assigned, { client: tx.client }))
  const accesses = accessesFromEverywhere(compiled, { account_cidr_ranges: cidr_ranges })
    .map(({ access }) => access)
    .filter((access) => mayGrantThere(access, edited))
  if (accesses.length === 0) return []
  const out = new Set(await notGrantableBy(accesses, beyond))
  return beyond.filter((rules) => !out.has(rules))
}
