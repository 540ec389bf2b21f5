import { explain } from '@holdfast/access'
import type { Action, CallInput, calls, PayloadAccess, RoleRules } from '@holdfast/contract'
import { type RunningVisit, runningVisits } from '../../platform/authorization/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { answerList, type Position, type RequestContext } from '../../platform/http/index.ts'
import { isVisitorReference } from '../../platform/identity/marked-references.ts'
import { rulesOfRoles } from '../roles/index.ts'
import { accessesOf, compiledOf, type HeldRoles, heldInVisit, ofNoVisit, rulesIn } from './held-roles.ts'
import { type PayloadInQuestion, payloadInQuestion } from './payload-in-question.ts'
import {
  type AssigneeKind,
  type AssigneePosition,
  assigneesAfter,
  beforeAllAssignees,
  rolesHeld,
} from './role-assignees.ts'

type Input = CallInput<typeof calls.listPayloadAccess>
type Filter = NonNullable<Input['query']['filter']>

/**
 * `GET /payloads/{payload_reference}/access`: who can find, play or download a recording from at least one address.
 * Includes staff whose visit is running.
 */
export const listPayloadAccess = async (ctx: RequestContext, { params, query }: Input) => {
  const payload = await payloadInQuestion(ctx, params.payload_reference)
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

interface Asked {
  readonly payload: PayloadInQuestion
  readonly visits: readonly RunningVisit[]
}

/** Computes access once for each set of roles, because assignees with the same roles have the same access. */
const assigneesWithAccess = async (
  tx: TenantTransaction,
  { payload, visits }: Asked,
  { after, limit }: { after: AssigneePosition; limit: number },
): Promise<PayloadAccess[]> => {
  const rules = await rulesOfRoles(tx, [...(await rolesHeld(tx)), ...visits.flatMap(({ roles }) => roles)])
  const known = new Map<string, AccessToPayload>()
  const found: PayloadAccess[] = []
  for await (const { kind, reference, display_name, roles, cidr_ranges, visit } of assigneesAfter(tx, visits, after)) {
    const key = JSON.stringify([[...roles].sort(), cidr_ranges, visit && reference])
    const account = { client: tx.client, account_cidr_ranges: cidr_ranges }
    const held = visit
      ? heldInVisit(visit, rules, account)
      : [{ ...account, ...ofNoVisit, rules: rulesIn(rules, roles) }]
    const access = known.get(key) ?? accessOfAny(held, payload)
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
const accessOfAny = (held: readonly HeldRoles[], payload: PayloadInQuestion): AccessToPayload => {
  const answers = held.map((one) => accessToPayload(one, payload))
  const actions = asked.filter((action) => answers.some((one) => one.actions.includes(action)))
  return {
    actions,
    deciding_roles: [...new Set(answers.flatMap(({ deciding_roles }) => deciding_roles))],
    depends_on_address: !actions.every((action) => answers.some((one) => one.fromEverywhere.includes(action))),
  }
}

const asked: readonly Action[] = ['payloads:read', 'payloads:play', 'payloads:download']

/** Playing and downloading also need `payloads:read`. Withheld content can be played or downloaded by nobody. */
const accessToPayload = (held: HeldRoles, { group, payload_type, content_withheld }: PayloadInQuestion) => {
  const question = { group, payload_type }
  const compiled = compiledOf(held)
  const { account_cidr_ranges } = held
  const open = content_withheld ? asked.slice(0, 1) : asked
  const answers = accessesOf(held, compiled).map(({ address, access }) => ({
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
    deciding_roles: inOrderOf(held.rules, new Set(deciding)),
  }
}

const inOrderOf = (rules: readonly RoleRules[], references: ReadonlySet<string>): string[] =>
  rules.flatMap(({ role_reference }) => (references.has(role_reference) ? role_reference : []))
