import { type CallInput, type calls, ProductError, type RetentionExplanation } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import type { PayloadRow, TenantTransaction } from '../../platform/database/index.ts'
import { underWay } from '../destruction/index.ts'
import { findPayload } from '../payloads/index.ts'
import { type Explanation, explain, readPolicies, retentionUnder, rulesOf } from '../retention/index.ts'

/** `GET /payloads/{payload_reference}/retention`. Only people who may see holds learn which ones keep it. */
export const explainRetention = async (
  ctx: RequestContext,
  { params: { payload_reference } }: CallInput<typeof calls.explainRetention>,
): Promise<RetentionExplanation> => {
  const found = await ctx.read(async (tx) => {
    const payload = await findPayload(tx, payload_reference)
    const explanation = payload && (await explain(tx, [payload], tx.now)).get(payload_reference)
    if (!payload || !explanation) return null
    const is_in_use = (await underWay(tx, [payload_reference])).has(payload_reference)
    return { payload, explanation: { ...explanation, is_in_use }, change: await changeFor(tx, payload) }
  })
  if (!found || !(await ctx.can('payloads:read', found.payload.group, found.payload.payload_type))) {
    throw new ProductError('payload.not_found')
  }
  const { payload, explanation, change } = found
  ctx.setAuditGroup(payload.group)
  return { ...toAnswer(payload, explanation, ctx.access.can('legal_holds:read')), change }
}

const toAnswer = (
  { payload_reference, payload_state }: PayloadRow,
  {
    delete_at,
    destroy_at,
    rule,
    blocks,
    holds,
    store_keeps_until,
    is_in_use,
    ...decided
  }: Explanation & { is_in_use: boolean },
  maySeeHolds: boolean,
) => ({
  payload_reference,
  payload_state,
  ...datesOf({ delete_at, destroy_at }),
  rule,
  blocks: [...blocks],
  holds: holds.map(({ target_type, target, matter_reference }) =>
    maySeeHolds
      ? { target_type, target, matter_reference }
      : { target_type: null, target: null, matter_reference: null },
  ),
  ...decided,
  store_keeps_until: store_keeps_until?.toISOString() ?? null,
  is_in_use,
  can_be_deleted: decided.can_be_deleted && !is_in_use,
  can_be_destroyed: decided.can_be_destroyed && !is_in_use,
})

const datesOf = ({ delete_at, destroy_at }: Pick<Explanation, 'delete_at' | 'destroy_at'>) => ({
  delete_at: delete_at?.toISOString() ?? null,
  destroy_at: destroy_at?.toISOString() ?? null,
})

const changeFor = async (tx: TenantTransaction, payload: PayloadRow): Promise<RetentionExplanation['change']> => {
  const { pending } = await readPolicies(tx)
  if (!pending) return null
  const { version, effective_at } = pending
  const facts = await retentionUnder(tx, { rules: rulesOf(pending), version }, [payload], tx.now)
  const fact = facts.get(payload.payload_reference)
  return fact ? { effective_at, ...datesOf(fact) } : null
}
