import { accessesFromEverywhere, compileRoles, explain } from '@holdfast/access'
import type { Action, CallInput, calls, PayloadAccess, RoleRules } from '@holdfast/contract'
import { sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { answerList, type RequestContext } from '../../platform/http/index.ts'
import { accountCidrRanges, rulesOfRoles } from '../roles/index.ts'
import type { HeldRoles } from './held-roles.ts'
import { type PayloadInQuestion, payloadInQuestion } from './payload-in-question.ts'

type Input = CallInput<typeof calls.listPayloadAccess>
type Filter = NonNullable<Input['query']['filter']>

/** People who are read at once while those with access are looked for. */
const peopleAtOnce = 1000

/** `GET /payloads/{payload_reference}/access`: who can find, play or download a recording, by reference, from any address. */
export const listPayloadAccess = async (ctx: RequestContext, { params, query }: Input) => {
  const payload = await payloadInQuestion(ctx, params.payload_reference)
  return answerList<Filter, PayloadAccess, PayloadAccess>(ctx, query, {
    list: `payload_access ${params.payload_reference}`,
    rows: (_filter, limit, position) =>
      ctx.read((tx) => peopleWithAccess(tx, payload, { after: String(position?.[0] ?? ''), limit })),
    positionOf: ({ user_reference }) => [user_reference],
    toItem: (person) => person,
    total: () =>
      ctx.read(
        async (tx) => (await peopleWithAccess(tx, payload, { after: '', limit: Number.POSITIVE_INFINITY })).length,
      ),
  })
}

/** People with the same roles have the same access, so that it is found out once for them. */
const peopleWithAccess = async (
  tx: TenantTransaction,
  payload: PayloadInQuestion,
  { after, limit }: { after: string; limit: number },
): Promise<PayloadAccess[]> => {
  const rules = await rulesOfRoles(tx, await rolesHeld(tx))
  const account_cidr_ranges = await accountCidrRanges(tx)
  const known = new Map<string, AccessToPayload>()
  const found: PayloadAccess[] = []
  let last = after
  for (;;) {
    const people = await readPeople(tx, last)
    for (const { user_reference, name, roles } of people) {
      const key = JSON.stringify([...roles].sort())
      const held = { client: tx.client, rules: roles.flatMap((role) => rules.get(role) ?? []), account_cidr_ranges }
      const access = known.get(key) ?? accessToPayload(held, payload)
      known.set(key, access)
      if (access.actions.length > 0) found.push({ user_reference, display_name: name ?? user_reference, ...access })
      if (found.length === limit) return found
    }
    last = people.at(-1)?.user_reference ?? last
    if (people.length < peopleAtOnce) return found
  }
}

const readPeople = (tx: TenantTransaction, after: string) =>
  tx.db
    .selectFrom('portal_users')
    .select(['user_reference', 'name', 'roles'])
    .where('client', '=', tx.client)
    .where('is_active', '=', true)
    .where('user_reference', '>', after)
    .orderBy('user_reference')
    .limit(peopleAtOnce)
    .execute()

const rolesHeld = async (tx: TenantTransaction): Promise<string[]> => {
  const { rows } = await sql<{ role: string }>`
    select distinct unnest(roles) as role from portal_users where client = ${tx.client} and is_active`.execute(tx.db)
  return rows.map(({ role }) => role)
}

type AccessToPayload = Pick<PayloadAccess, 'actions' | 'deciding_roles' | 'depends_on_address'>

/** Whoever may not find a recording can't play it either; what is with a personal number is given to nobody. */
const accessToPayload = (held: HeldRoles, payload: PayloadInQuestion): AccessToPayload => {
  const { is_personal_number, ...question } = payload
  const compiled = compileRoles(held.rules, held)
  const { account_cidr_ranges } = held
  const accesses = accessesFromEverywhere(compiled, { account_cidr_ranges })
  const asked: Action[] = is_personal_number
    ? ['payloads:read']
    : ['payloads:read', 'payloads:play', 'payloads:download']
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
