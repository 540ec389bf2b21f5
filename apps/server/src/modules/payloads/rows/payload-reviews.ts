import type { PayloadType, ReviewMark } from '@holdfast/contract'
import { sql } from 'kysely'
import type { RequestContext } from '../../../core/calls/index.ts'
import { noticesStatement, type PayloadRow, type TenantTransaction } from '../../../platform/database/index.ts'
import { payloadNotice } from '../changes/payload-notice.ts'

interface Reviewed {
  group: string | null
  payload_type: PayloadType
  disposition: string | null
}

/** These recordings, without what came of their reviews where the caller may not read reviews. */
export const withVisibleReviews = async <P extends Reviewed>(
  ctx: RequestContext,
  payloads: readonly P[],
): Promise<P[]> => {
  const groups = await ctx.groups()
  const isVisible = ({ group, payload_type, disposition }: P): boolean => {
    if (disposition === null) return true
    const known = group === null ? undefined : groups.get(group)
    return known !== undefined && ctx.access.can('reviews:read', { group: known, payload_type })
  }
  return payloads.map((payload) => (isVisible(payload) ? payload : { ...payload, disposition: null }))
}

/**
 * Sets the latest review of recordings, and tells open screens.
 * @param payloads whose rows are locked, so that the latest mark is the one that stands
 */
export const setReviewed = async (
  tx: TenantTransaction,
  payloads: readonly PayloadRow[],
  { reviewed_at, reviewed_by, disposition }: Pick<ReviewMark, 'reviewed_at' | 'reviewed_by' | 'disposition'>,
): Promise<void> => {
  const references = payloads.map(({ payload_reference }) => payload_reference)
  await tx.db
    .updateTable('payloads')
    .set({ reviewed_at, reviewed_by, disposition, updated_at: reviewed_at, updated_by: reviewed_by })
    .where('client', '=', tx.client)
    .where(sql<boolean>`payload_reference = any(${references}::text[])`)
    .execute()
  await tellOpenScreens(tx, payloads)
}

/**
 * Sets the review that stands on a recording after a later one was withdrawn; `null` for none. Open screens are told.
 * @param payload whose row is locked
 */
export const setStandingReview = async (
  tx: TenantTransaction,
  payload: PayloadRow,
  standing: ReviewMark | null,
  updated_by: string,
): Promise<void> => {
  const { reviewed_at = null, reviewed_by = null, disposition = null } = standing ?? {}
  await tx.db
    .updateTable('payloads')
    .set({ reviewed_at, reviewed_by, disposition, updated_at: tx.now, updated_by })
    .where('client', '=', tx.client)
    .where('payload_reference', '=', payload.payload_reference)
    .execute()
  await tellOpenScreens(tx, [payload])
}

const tellOpenScreens = async (tx: TenantTransaction, payloads: readonly PayloadRow[]): Promise<void> => {
  const notices = payloads.map((payload) => payloadNotice(payload, payload.payload_state))
  await tx.executeAll([noticesStatement(tx, notices)])
}
