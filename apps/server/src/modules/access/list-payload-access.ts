import { accessesFromEverywhere, compileRoles, explain } from '@holdfast/access'
import type { Action, CallInput, calls, PayloadAccess, RoleRules } from '@holdfast/contract'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { answerList, type Position, type RequestContext } from '../../platform/http/index.ts'
import { rulesOfRoles } from '../roles/index.ts'
import type { HeldRoles } from './held-roles.ts'
import { type PayloadInQuestion, payloadInQuestion } from './payload-in-question.ts'
import { type BearerPosition, bearersAfter, rolesHeld } from './role-bearers.ts'

type Input = CallInput<typeof calls.listPayloadAccess>
type Filter = NonNullable<Input['query']['filter']>

/** `GET /payloads/{payload_reference}/access`: who can find, play or download a recording, from any address. */
export const listPayloadAccess = async (ctx: RequestContext, { params, query }: Input) => {
  const payload = await payloadInQuestion(ctx, params.payload_reference)
  return answerList<Filter, PayloadAccess, PayloadAccess>(ctx, query, {
    list: `payload_access ${params.payload_reference}`,
    rows: (_filter, limit, position) =>
      ctx.read((tx) => bearersWithAccess(tx, payload, { after: readBearerPosition(position), limit })),
    positionOf: ({ is_client_app, user_reference }) => [is_client_app ? 'app' : 'person', user_reference],
    toItem: (bearer) => bearer,
    total: () =>
      ctx.read(async (tx) => (await bearersWithAccess(tx, payload, { after: beginning, limit: Infinity })).length),
  })
}

const beginning: BearerPosition = { is_client_app: false, reference: '' }

const readBearerPosition = (position: Position | null): BearerPosition =>
  position ? { is_client_app: position[0] === 'app', reference: String(position[1]) } : beginning

/** Who has the same roles has the same access, so that it is found out once for them. */
const bearersWithAccess = async (
  tx: TenantTransaction,
  payload: PayloadInQuestion,
  { after, limit }: { after: BearerPosition; limit: number },
): Promise<PayloadAccess[]> => {
  const rules = await rulesOfRoles(tx, await rolesHeld(tx))
  const known = new Map<string, AccessToPayload>()
  const found: PayloadAccess[] = []
  for await (const { reference, roles, cidr_ranges, ...shown } of bearersAfter(tx, after)) {
    const key = JSON.stringify([[...roles].sort(), cidr_ranges])
    const held = {
      client: tx.client,
      rules: roles.flatMap((role) => rules.get(role) ?? []),
      account_cidr_ranges: cidr_ranges,
    }
    const access = known.get(key) ?? accessToPayload(held, payload)
    known.set(key, access)
    if (access.actions.length > 0) found.push({ user_reference: reference, ...shown, ...access })
    if (found.length === limit) return found
  }
  return found
}

type AccessToPayload = Pick<PayloadAccess, 'actions' | 'deciding_roles' | 'depends_on_address'>

/** Whoever may not find a recording can't play it either; some content is given to nobody. */
const accessToPayload = (held: HeldRoles, payload: PayloadInQuestion): AccessToPayload => {
  const { group, payload_type, content_withheld } = payload
  const question = { group, payload_type }
  const compiled = compileRoles(held.rules, held)
  const { account_cidr_ranges } = held
  const accesses = accessesFromEverywhere(compiled, { account_cidr_ranges })
  const asked: Action[] = content_withheld ? ['payloads:read'] : ['payloads:read', 'payloads:play', 'payloads:download']
  const answers = accesses.map(({ address, access }) => ({
    address,
    actions: access.can('payloads:read', question) ? asked.filter((action) => access.can(action, question)) : [],
  }))
  const deciding = answers.flatMap(({ address, actions }) =>
    actions.flatMap((action) =>
      explain(compiled, { ...question, action, address, account_cidr_ranges })
        .considered.filter(({ kind, outcome }) => kind === 'allow' && outcome === 'applies')
        .map(({ role_reference }) => role_reference),
    ),
  )
  return {
    actions: asked.filter((action) => answers.some(({ actions }) => actions.includes(action))),
    deciding_roles: inOrderOf(held.rules, new Set(deciding)),
    depends_on_address: new Set(answers.map(({ actions }) => actions.join())).size > 1,
  }
}

const inOrderOf = (rules: readonly RoleRules[], references: ReadonlySet<string>): string[] =>
  rules.flatMap(({ role_reference }) => (references.has(role_reference) ? role_reference : []))
