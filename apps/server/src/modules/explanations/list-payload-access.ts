import type { CallInput, calls, PayloadAccess } from '@holdfast/contract'
import { isVisitorReference } from '../../core/accounts/index.ts'
import { type RunningVisit, runningVisits } from '../../core/authorization/index.ts'
import { answerList, type RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import type { Position } from '../../platform/http/index.ts'
import { rulesOfRoles } from '../roles/index.ts'
import { existingRules, rolesInVisit, withoutVisit } from './assigned-roles.ts'
import { type AccessToContent, accessToContent, contentActions, preparedRoles } from './content-access.ts'
import { type PayloadAttributes, payloadAttributes } from './payload-attributes.ts'
import {
  type AssigneeKind,
  type AssigneePosition,
  assigneesAfter,
  beforeAllAssignees,
  rolesInUse,
} from './role-assignees.ts'

type Input = CallInput<typeof calls.listPayloadAccess>
type Filter = NonNullable<Input['query']['filter']>

/**
 * `GET /payloads/{payload_reference}/access`: who can find, play or download a recording from at least one address.
 * Includes staff whose visit is running.
 */
export const listPayloadAccess = async (ctx: RequestContext, { params, query }: Input) => {
  const payload = await payloadAttributes(ctx, params.payload_reference)
  const visits = await runningVisits(ctx.platform.database, ctx.client)
  const found = (after: AssigneePosition, limit: number) =>
    ctx.read((tx) => assigneesWithAccess(tx, { payload, visits }, { after, limit }))
  return answerList<Filter, PayloadAccess, PayloadAccess>(ctx, query, {
    list: `payload_access ${params.payload_reference}`,
    rows: (_filter, limit, position) => found(readAssigneePosition(position), limit),
    positionOf: ({ is_client_app, user_reference }) => [kindOf(is_client_app, user_reference), user_reference],
    toItems: (assignees) => assignees,
    total: async () => (await found(beforeAllAssignees, Infinity)).length,
  })
}

const kindOf = (isClientApp: boolean, reference: string): AssigneeKind => {
  if (isClientApp) return 'app'
  return isVisitorReference(reference) ? 'visitor' : 'person'
}

const readAssigneePosition = (position: Position | null): AssigneePosition =>
  position ? { kind: position[0] as AssigneeKind, reference: String(position[1]) } : beforeAllAssignees

interface AccessQuery {
  readonly payload: PayloadAttributes
  readonly visits: readonly RunningVisit[]
}

/** Computes access once for each set of roles, because assignees with the same roles have the same access. */
const assigneesWithAccess = async (
  tx: TenantTransaction,
  { payload, visits }: AccessQuery,
  { after, limit }: { after: AssigneePosition; limit: number },
): Promise<PayloadAccess[]> => {
  const rules = await rulesOfRoles(tx, [...(await rolesInUse(tx)), ...visits.flatMap(({ roles }) => roles)])
  const known = new Map<string, AccessToContent>()
  const found: PayloadAccess[] = []
  for await (const { kind, reference, display_name, roles, cidr_ranges, visit } of assigneesAfter(tx, visits, after)) {
    const key = JSON.stringify([[...roles].sort(), cidr_ranges, visit && reference])
    const account = { client: tx.client, account_cidr_ranges: cidr_ranges }
    const assigned = visit
      ? rolesInVisit(visit, rules, account)
      : [{ ...account, ...withoutVisit, rules: existingRules(rules, roles) }]
    const access = known.get(key) ?? accessToContent(assigned.map(preparedRoles), contentOf(payload))
    known.set(key, access)
    if (access.actions.length > 0) {
      found.push({ user_reference: reference, is_client_app: kind === 'app', display_name, ...access })
    }
    if (found.length === limit) return found
  }
  return found
}

/** Withheld content can be played or downloaded by nobody. */
const contentOf = ({ group, payload_type, content_withheld }: PayloadAttributes) => ({
  group,
  payload_type,
  open: content_withheld ? contentActions.slice(0, 1) : contentActions,
})
