import {
  type CompiledRoles,
  type Considered,
  type Explanation,
  explain,
  parseAddress,
  type Question,
} from '@holdfast/access'
import {
  type AccessExplanation,
  type Action,
  type CallInput,
  type calls,
  concernsNoGroup,
  ProductError,
  type RoleRules,
} from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { type AssignedRoles, accessesOf, compiledOf, isAdmitted } from './assigned-roles.ts'
import { payloadAttributes } from './payload-attributes.ts'
import { rolesOfSubject } from './subject-roles.ts'

type Query = CallInput<typeof calls.explainAccess>['query']

const maxConsidered = 1000

/**
 * `GET /access/explanation`: why a person or client app can or cannot do something. If the query has no address, the
 * caller's is used, or another one if the action is allowed only from there.
 */
export const explainAccess = async (
  ctx: RequestContext,
  { query }: CallInput<typeof calls.explainAccess>,
): Promise<AccessExplanation> => {
  const { user_reference, action } = query
  if (query.address !== undefined && parseAddress(query.address) === null) throw refused('address', 'is no address')
  const target = await targetOf(ctx, query)
  const { assigned, is_active, ...assignee } = await rolesOfSubject(ctx, user_reference)
  const explanations = assigned.map((one) => explainRoles(ctx, one, { query, target, is_active }))
  const explanation = explanations.find(({ is_allowed }) => is_allowed) ?? explanations[0]
  if (!explanation) throw new ProductError('request.not_found')
  return { user_reference, ...assignee, action, ...explanation }
}

interface ExplanationQuery {
  query: Query
  target: ExplanationTarget
  is_active: boolean
}

const explainRoles = (
  ctx: RequestContext,
  assigned: AssignedRoles,
  { query, target, is_active }: ExplanationQuery,
): Omit<AccessExplanation, 'user_reference' | 'is_client_app' | 'has_signed_in' | 'action'> => {
  const { action } = query
  const { payload_state } = target
  const content_withheld = isOfContent(action) ? target.content_withheld : null
  const question = concernsNoGroup(action) ? {} : target.question
  const compiled = compiledOf(assigned)
  const accesses = accessesOf(assigned, compiled, query.address ?? ctx.address)
  const isAllowedBy = ({ access }: (typeof accesses)[number]) =>
    neededActions(action).every((one) => access.can(one, question))
  const [fromHere] = accesses
  const decided = query.address === undefined ? (accesses.find(isAllowedBy) ?? fromHere) : fromHere
  const address = decided?.address ?? ctx.address
  const { explanation, missing_action } = explainNeeds(compiled, assigned, { address, action, question })
  const is_address_admitted = isAdmitted(assigned, address)
  const rules = [...assigned.rules, ...assigned.limits]
  return {
    group_reference: question.group?.group_reference ?? null,
    payload_type: question.payload_type ?? explanation.payload_type,
    address,
    roles: assigned.rules.map(({ role_reference }) => role_reference),
    is_allowed: explanation.allowed && is_active && is_address_admitted && content_withheld === null,
    is_active,
    depends_on_address: content_withheld === null && new Set(accesses.map(isAllowedBy)).size > 1,
    payload_state,
    content_withheld,
    missing_action,
    is_address_admitted,
    deciding: explanation.deciding && withPermission(explanation.deciding, rules),
    considered: relevant(explanation.considered).map((one) => withPermission(one, rules)),
  }
}

interface ExplanationTarget extends Pick<AccessExplanation, 'payload_state' | 'content_withheld'> {
  question: Question
}

const noRecording = { payload_state: null, content_withheld: null }

/** The recording or group that the question is about, if any. The caller must be allowed to see it. */
const targetOf = async (ctx: RequestContext, query: Query): Promise<ExplanationTarget> => {
  const { group_reference, payload_type, payload_reference } = query
  if (payload_reference !== undefined) {
    for (const name of ['group_reference', 'payload_type'] as const) {
      if (query[name] !== undefined) throw refused(name, 'is said by payload_reference')
    }
    const { group, payload_type, payload_state, content_withheld } = await payloadAttributes(ctx, payload_reference)
    return { question: { group, payload_type }, payload_state, content_withheld }
  }
  const type = payload_type ? { payload_type } : {}
  if (group_reference === undefined) return { question: type, ...noRecording }
  const group = (await ctx.groups()).get(group_reference)
  if (!group || !ctx.access.can('groups:read', { group })) throw new ProductError('request.not_found')
  ctx.setAuditGroup(group_reference)
  return { question: { group, ...type }, ...noRecording }
}

const refused = (name: string, message: string) =>
  new ProductError('request.invalid', {}, [{ path: `/query/${name}`, keyword: 'not', params: {}, message }])

const isOfContent = (action: Action): boolean => action === 'payloads:play' || action === 'payloads:download'

/** Every other `payloads:` action also needs `payloads:read`. */
const neededActions = (action: Action): Action[] =>
  action.startsWith('payloads:') && action !== 'payloads:read' ? [action, 'payloads:read'] : [action]

/** Explains the action itself, or a needed action if only that one is not allowed. */
const explainNeeds = (
  compiled: CompiledRoles,
  { account_cidr_ranges }: AssignedRoles,
  { address, action, question }: { address: string; action: Action; question: Question },
): { explanation: Explanation; missing_action: Action | null } => {
  const situation = { address, account_cidr_ranges, ...question }
  const own = explain(compiled, { ...situation, action })
  if (!own.allowed) return { explanation: own, missing_action: null }
  for (const needed of neededActions(action)) {
    const explanation = explain(compiled, { ...situation, action: needed })
    if (!explanation.allowed) return { explanation, missing_action: needed }
  }
  return { explanation: own, missing_action: null }
}

const withPermission = (
  considered: Considered,
  rules: readonly RoleRules[],
): AccessExplanation['considered'][number] => {
  const role = rules.find(({ role_reference }) => role_reference === considered.role_reference)
  const permission = role?.permissions[considered.permission_index]
  if (!permission) throw new Error('A permission was considered that no role has')
  return { ...considered, permission }
}

/** If there are too many permissions, omits those that do not match the action. */
const relevant = (considered: readonly Considered[]): readonly Considered[] => {
  if (considered.length <= maxConsidered) return considered
  return considered.filter(({ outcome }) => outcome !== 'other_action').slice(0, maxConsidered)
}
