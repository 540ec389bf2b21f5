import type { Group } from '@holdfast/access'
import { ProductError } from '@holdfast/contract'
import { findGroup } from '../../core/authorization/index.ts'
import type { RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { lockDevices } from '../devices/index.ts'
import type { SequenceGapRow } from './sequence-gap.ts'

const rowOf = (tx: TenantTransaction, gap_reference: string): Promise<SequenceGapRow | undefined> =>
  tx.db
    .selectFrom('sequence_gaps')
    .selectAll()
    .where('client', '=', tx.client)
    .where('gap_reference', '=', gap_reference)
    .executeTakeFirst()

/**
 * Finds a gap that the caller may see.
 * @throws ProductError `request.not_found`, also for a gap of a group that the caller may not see
 */
export const findSequenceGap = async (
  ctx: RequestContext,
  tx: TenantTransaction,
  gap_reference: string,
): Promise<{ gap: SequenceGapRow; group: Group }> => {
  const gap = await rowOf(tx, gap_reference)
  const group = gap && (await findGroup(tx, gap.group))
  if (!group || !ctx.access.can('completeness:read', { group })) throw new ProductError('request.not_found')
  ctx.setAuditGroup(group.group_reference)
  return { gap, group }
}

/**
 * Finds a gap to explain. Its device is locked, so that no recording arrives meanwhile and splits it.
 * @throws ProductError `request.not_found`; `auth.forbidden` for callers who see it and may not explain it; `completeness.gap_closed`
 */
export const lockSequenceGap = async (
  ctx: RequestContext,
  tx: TenantTransaction,
  gap_reference: string,
): Promise<SequenceGapRow> => {
  const found = await findSequenceGap(ctx, tx, gap_reference)
  await lockDevices(tx, [found.gap.device_reference])
  const { gap, group } = await findSequenceGap(ctx, tx, gap_reference)
  if (!ctx.access.can('completeness:explain', { group })) throw new ProductError('auth.forbidden')
  if (gap.state === 'closed') throw new ProductError('completeness.gap_closed')
  return gap
}
