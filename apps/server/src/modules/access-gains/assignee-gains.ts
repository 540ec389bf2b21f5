import { type Gain, type GroupChange, gainsInSteps } from '@holdfast/access'
import { type RunningVisit, runningVisits } from '../../core/authorization/index.ts'
import type { RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { runSteps } from '../../platform/yield-to-event-loop.ts'
import {
  type AssigneeKind,
  accessesOf,
  assigneesAfter,
  beforeAllAssignees,
  compiledOf,
  existingRules,
  rolesInUse,
  rolesInVisit,
  withoutVisit,
} from '../access/index.ts'
import { rulesOfRoles } from '../roles/index.ts'

/** Somebody who gains access by changed tags. */
export interface GainingAssignee {
  readonly kind: AssigneeKind
  readonly reference: string
  readonly gains: readonly Gain[]
}

/** The running visits. Read before the change's transaction, because staff are stored in the provider's account. */
export const visitsOf = ({ platform, client }: RequestContext): Promise<RunningVisit[]> =>
  runningVisits(platform.database, client)

/**
 * Every person, client app and visiting member of staff who gains access in groups with changed tags, from at least
 * one address. Computed once for each set of roles, because assignees with the same roles gain the same.
 */
export const assigneeGains = async (
  tx: TenantTransaction,
  changes: readonly GroupChange[],
  visits: readonly RunningVisit[],
): Promise<GainingAssignee[]> => {
  const { client } = tx
  const changed = changes.filter(({ before, after }) => JSON.stringify(before.tags) !== JSON.stringify(after.tags))
  if (changed.length === 0) return []
  const rules = await rulesOfRoles(tx, [...(await rolesInUse(tx)), ...visits.flatMap(({ roles }) => roles)])
  const known = new Map<string, readonly Gain[]>()
  const gaining: GainingAssignee[] = []
  for await (const { kind, reference, roles, cidr_ranges, visit } of assigneesAfter(tx, visits, beforeAllAssignees)) {
    const key = JSON.stringify([[...roles].sort(), cidr_ranges, visit && reference])
    const account = { client, account_cidr_ranges: cidr_ranges }
    const assigned = visit
      ? rolesInVisit(visit, rules, account)
      : [{ ...account, ...withoutVisit, rules: existingRules(rules, roles) }]
    const accesses = assigned.flatMap((one) => accessesOf(one, compiledOf(one)).map(({ access }) => access))
    const gains = known.get(key) ?? (await runSteps(gainsInSteps([...new Set(accesses)], changed)))
    known.set(key, gains)
    if (gains.length > 0) gaining.push({ kind, reference, gains })
  }
  return gaining
}
