import { explain } from '@holdfast/access'
import type { Action, CallInput, calls, PayloadAccess, RoleRules } from '@holdfast/contract'
import { isVisitorReference } from '../../core/accounts/index.ts'
import { type RunningVisit, runningVisits } from '../../core/authorization/index.ts'
import { answerList, type RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import type { Position } from '../../platform/http/index.ts'
import { rulesOfRoles } from '../roles/index.ts'
import {
  type AssignedRoles,
  accessesOf,
  compiledOf,
  existingRules,
  rolesInVisit,
  withoutVisit,
} from './assigned-roles.ts'
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
  const known = new Map<string, AccessToPayload>()
  const found: PayloadAccess[] = []
  for await (const { kind, reference, display_name, roles, cidr_ranges, visit } of assigneesAfter(tx, visits, after)) {
    const key = JSON.stringify([[...roles].sort(), cidr_ranges, visit && reference])
    const account = { client: tx.client, account_cidr_ranges: cidr_ranges }
    const assigned = visit
      ? rolesInVisit(visit, rules, account)
      : [{ ...account, ...withoutVisit, rules: existingRules(rules, roles) }]
    const access = known.get(key) ?? accessOfAny(assigned, payload)
    known.set(key, access)
    if (access.actions.length > 0) {
      found.push({ user_reference: reference, is_client_app: kind === 'app', display_name, ...access })
    }
    if (found.length === limit) return found
  }
  return found
}

type AccessToPayload = Pick<PayloadAccess, 'actions' | 'deciding_roles' | 'depends_on_address'>

/** The combined access of several sets of roles. */
const accessOfAny = (assigned: readonly AssignedRoles[], payload: PayloadAttributes): AccessToPayload => {
  const answers = assigned.map((one) => accessToPayload(one, payload))
  const actions = listedActions.filter((action) => answers.some((one) => one.actions.includes(action)))
  return {
    actions,
    deciding_roles: [...new Set(answers.flatMap(({ deciding_roles }) => deciding_roles))],
    depends_on_address: !actions.every((action) => answers.some((one) => one.fromEverywhere.includes(action))),
  }
}

const listedActions: readonly Action[] = ['payloads:read', 'payloads:play', 'payloads:download']

/** Playing and downloading also need `payloads:read`. Withheld content can be played or downloaded by nobody. */
const accessToPayload = (assigned: AssignedRoles, { group, payload_type, content_withheld }: PayloadAttributes) => {
  const question = { group, payload_type }
  const compiled = compiledOf(assigned)
  const { account_cidr_ranges } = assigned
  const open = content_withheld ? listedActions.slice(0, 1) : listedActions
  const answers = accessesOf(assigned, compiled).map(({ address, access }) => ({
    address,
    actions: access.can('payloads:read', question) ? open.filter((action) => access.can(action, question)) : [],
  }))
  const deciding = answers.flatMap(({ address, actions }) =>
    actions.flatMap((action) =>
      explain(compiled, { ...question, action, address, account_cidr_ranges })
        .considered.filter(({ kind, outcome }) => kind === 'allow' && outcome === 'applies')
        .map(({ role_reference }) => role_reference),
    ),
  )
  return {
    actions: open.filter((action) => answers.some(({ actions }) => actions.includes(action))),
    fromEverywhere: open.filter((action) => answers.every(({ actions }) => actions.includes(action))),
    deciding_roles: inOrderOf(assigned.rules, new Set(deciding)),
  }
}

const inOrderOf = (rules: readonly RoleRules[], references: ReadonlySet<string>): string[] =>
  rules.flatMap(({ role_reference }) => (references.has(role_reference) ? role_reference : []))
