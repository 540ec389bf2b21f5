import { rangesWithinBoth } from '@holdfast/access'
import { appUserReference } from '../../core/accounts/index.ts'
import type { RunningVisit } from '../../core/authorization/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { appsAt } from '../client-apps/index.ts'
import {
  type AssigneeKind,
  existingRules,
  type PreparedRoles,
  preparedRoles,
  rolesInVisit,
  withoutVisit,
} from '../explanations/index.ts'
import { peopleAt } from '../portal-users/index.ts'
import type { AccountAt } from './account-at.ts'

/** A person, visiting staff or client app that had roles. */
export interface AssigneeAt {
  readonly kind: AssigneeKind
  readonly reference: string
  readonly display_name: string
  /** Of which each call used one. */
  readonly sets: readonly PreparedRoles[]
}

export interface AssigneesWanted {
  /** They follow this one, which is among them itself if there may be more of it. */
  readonly from: Pick<AssigneeAt, 'kind' | 'reference'>
  /** Certain ones, as the call names them; everybody if `null`. */
  readonly only: readonly string[] | null
  readonly visits: readonly RunningVisit[]
}

const peopleAtOnce = 1000
const orderOfKinds: readonly AssigneeKind[] = ['person', 'visitor', 'app']

/** People by reference, then visiting staff, then client apps, as they were. Those with the same roles share their sets. */
export async function* assigneesAt(
  tx: TenantTransaction,
  account: AccountAt,
  { from, only, visits }: AssigneesWanted,
): AsyncGenerator<AssigneeAt> {
  const isBefore = (kind: AssigneeKind, reference: string): boolean =>
    kind === from.kind ? reference < from.reference : orderOfKinds.indexOf(kind) < orderOfKinds.indexOf(from.kind)
  const isWanted = (kind: AssigneeKind, reference: string, named = reference): boolean =>
    !isBefore(kind, reference) && (only === null || only.includes(named))
  const { rules, cidr_ranges, at } = account
  const ofAccount = { client: tx.client, account_cidr_ranges: cidr_ranges }
  const known = new Map<string, PreparedRoles>()
  const setOf = (roles: readonly string[], account_cidr_ranges: readonly string[] | null): PreparedRoles => {
    const key = JSON.stringify([[...roles].sort(), account_cidr_ranges])
    const held = existingRules(rules, roles)
    const set = known.get(key) ?? preparedRoles({ ...ofAccount, account_cidr_ranges, ...withoutVisit, rules: held })
    known.set(key, set)
    return set
  }
  let after: string | null = from.kind === 'person' ? '' : null
  while (after !== null) {
    const page: Awaited<ReturnType<typeof peopleAt>> = await peopleAt(tx, at, { after, only, limit: peopleAtOnce })
    for (const { user_reference: reference, name, roles } of page.people) {
      if (isBefore('person', reference)) continue
      yield { kind: 'person', reference, display_name: name ?? reference, sets: [setOf(roles, cidr_ranges)] }
    }
    after = page.last
  }
  for (const visit of visits) {
    const { user_reference: reference } = visit
    if (!isWanted('visitor', reference)) continue
    const sets = rolesInVisit(visit, rules, ofAccount).map(preparedRoles)
    yield { kind: 'visitor', reference, display_name: reference, sets }
  }
  for (const { app_reference: reference, roles, ...app } of await appsAt(tx, at)) {
    if (!isWanted('app', reference, appUserReference(reference))) continue
    const ranges = rangesWithinBoth(app.cidr_ranges, cidr_ranges)
    yield { kind: 'app', reference, display_name: reference, sets: [setOf(roles, ranges)] }
  }
}
