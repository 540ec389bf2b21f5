import { rangesWithinBoth } from '@holdfast/access'
import { sql } from 'kysely'
import { loadAccountCidrRanges, type RunningVisit } from '../../core/authorization/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { appsAfter, rolesOfApps } from '../client-apps/index.ts'
import { activePeopleAfter, rolesOfPeople } from '../portal-users/index.ts'

/** In list order. */
export type AssigneeKind = 'person' | 'visitor' | 'app'

/** A person, visiting staff or client app that has roles. */
export interface RoleAssignee {
  readonly kind: AssigneeKind
  readonly reference: string
  readonly display_name: string
  readonly roles: readonly string[]
  /** Network ranges that limit the assignee whatever their roles: those of the account, combined with an app's own. */
  readonly cidr_ranges: readonly string[] | null
  /** For visiting staff, who use one of `roles` at a time; otherwise `null`. */
  readonly visit: RunningVisit | null
}

export type AssigneePosition = Pick<RoleAssignee, 'kind' | 'reference'>

export const beforeAllAssignees: AssigneePosition = { kind: 'person', reference: '' }

/** Number of people per query. */
const peopleAtOnce = 1000

/** The assignees that follow `after`: active people by reference, then visiting staff, then client apps. */
export async function* assigneesAfter(
  tx: TenantTransaction,
  visits: readonly RunningVisit[],
  after: AssigneePosition,
): AsyncGenerator<RoleAssignee> {
  const cidr_ranges = await loadAccountCidrRanges(tx)
  if (after.kind === 'person') yield* peopleAfter(tx, cidr_ranges, after.reference)
  for (const visit of after.kind === 'app' ? [] : visits) {
    const { user_reference: reference, roles } = visit
    if (after.kind === 'visitor' && reference <= after.reference) continue
    yield { kind: 'visitor', reference, display_name: reference, roles, cidr_ranges, visit }
  }
  // All of them at once, because an account has few.
  for (const app of await appsAfter(tx, after.kind === 'app' ? after.reference : '')) {
    const { app_reference: reference, roles } = app
    const limits = { cidr_ranges: rangesWithinBoth(app.cidr_ranges, cidr_ranges), visit: null }
    yield { kind: 'app', reference, display_name: reference, roles, ...limits }
  }
}

async function* peopleAfter(
  tx: TenantTransaction,
  cidr_ranges: RoleAssignee['cidr_ranges'],
  after: string,
): AsyncGenerator<RoleAssignee> {
  let last: string | null = after
  while (last !== null) {
    const people: Awaited<ReturnType<typeof activePeopleAfter>> = await activePeopleAfter(tx, last, peopleAtOnce)
    for (const { user_reference: reference, name, roles } of people) {
      yield { kind: 'person', reference, display_name: name ?? reference, roles, cidr_ranges, visit: null }
    }
    last = people.length < peopleAtOnce ? null : (people.at(-1)?.user_reference ?? null)
  }
}

/** The roles that any active person or client app has. */
export const rolesInUse = async (tx: TenantTransaction): Promise<string[]> => {
  const { rows } = await sql<{ role: string }>`${rolesOfPeople(tx)} union ${rolesOfApps(tx)}`.execute(tx.db)
  return rows.map(({ role }) => role)
}
