import { type CallInput, type calls, ProductError, type SequenceGap } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { assertVersion } from '../../platform/http/index.ts'
import { lockSequenceGap } from './find-sequence-gap.ts'
import { type SequenceGapRow, sequenceGapOf, shownGap } from './sequence-gap.ts'

/**
 * `PUT /completeness/gaps/{gap_reference}/explanation`. An earlier explanation is replaced; the trail has both.
 * @throws ProductError `request.not_found`, `auth.forbidden`, `edit.conflict`, `completeness.gap_closed`
 */
export const explainSequenceGap = async (
  ctx: RequestContext,
  { params, body }: CallInput<typeof calls.explainSequenceGap>,
): Promise<SequenceGap> => {
  const visible = await ctx.groupsFor('completeness:read')
  return ctx.transaction(async (tx) => {
    const gap = await lockSequenceGap(ctx, tx, params.gap_reference)
    assertVersion(body.version, gap)
    const { reason, text } = body
    if (gap.reason === reason && gap.explanation === text) {
      tx.audit('record.unchanged', identityOf(gap), [gap.group])
      return sequenceGapOf(await shownGap(tx, gap, visible))
    }
    const after = { reason, explanation: text, explained_at: tx.now, explained_by: ctx.actor.reference }
    const saved = await save(ctx, tx, gap, after)
    const change = {
      before: { gap_reason: gap.reason, explanation: gap.explanation },
      after: { gap_reason: reason, explanation: text },
    }
    tx.audit('completeness.explained', { ...identityOf(gap), ...change }, [gap.group])
    return sequenceGapOf(await shownGap(tx, saved, visible))
  })
}

/**
 * `DELETE /completeness/gaps/{gap_reference}/explanation`.
 * @throws ProductError `request.not_found`, `auth.forbidden`, `edit.conflict`, `completeness.gap_closed`, `completeness.not_explained`
 */
export const withdrawGapExplanation = async (
  ctx: RequestContext,
  { params, body }: CallInput<typeof calls.withdrawGapExplanation>,
): Promise<SequenceGap> => {
  const visible = await ctx.groupsFor('completeness:read')
  return ctx.transaction(async (tx) => {
    const gap = await lockSequenceGap(ctx, tx, params.gap_reference)
    assertVersion(body.version, gap)
    if (gap.reason === null) throw new ProductError('completeness.not_explained')
    const saved = await save(ctx, tx, gap, { reason: null, explanation: null, explained_at: null, explained_by: null })
    const change = {
      before: { gap_reason: gap.reason, explanation: gap.explanation },
      after: { gap_reason: null, explanation: null },
    }
    tx.audit('completeness.explanation_withdrawn', { ...identityOf(gap), reason: body.text, ...change }, [gap.group])
    return sequenceGapOf(await shownGap(tx, saved, visible))
  })
}

const identityOf = ({ gap_reference, device_reference, first_missing, last_missing }: SequenceGapRow) => ({
  gap_reference,
  device_reference,
  first_missing,
  last_missing,
})

type Explanation = Pick<SequenceGapRow, 'reason' | 'explanation' | 'explained_by'> & { explained_at: Date | null }

const save = (
  ctx: RequestContext,
  tx: TenantTransaction,
  { gap_reference, version }: SequenceGapRow,
  explanation: Explanation,
): Promise<SequenceGapRow> =>
  tx.db
    .updateTable('sequence_gaps')
    .set({ ...explanation, version: version + 1, updated_at: tx.now, updated_by: ctx.actor.reference })
    .where('client', '=', tx.client)
    .where('gap_reference', '=', gap_reference)
    .returningAll()
    .executeTakeFirstOrThrow()
