import type { SequenceGap } from '@holdfast/contract'
import type { Selectable } from 'kysely'
import type { Tables, TenantTransaction } from '../../platform/database/index.ts'
import { groupsBySequence } from '../payloads/index.ts'

export type SequenceGapRow = Selectable<Tables['sequence_gaps']>

/** A gap as somebody sees it who may not see every group. */
export type ShownGap = SequenceGapRow & { is_before_hidden: boolean }

/**
 * Leaves out the times of recordings before gaps that belong to groups that the reader may not see: who gets a device need not learn when
 * its former holder used it (docs/decisions/0061).
 * @param visible the groups whose gaps the reader may see
 */
export const shownGaps = async (
  tx: TenantTransaction,
  gaps: readonly SequenceGapRow[],
  visible: readonly string[],
): Promise<ShownGap[]> => {
  const before = gaps.filter(({ before_time }) => before_time !== null).map(numberBefore)
  const found = await groupsBySequence(tx, before)
  const hidden = new Set(found.filter(({ group }) => !visible.includes(group)).map(nameOf))
  return gaps.map((gap) => {
    const is_before_hidden = gap.before_time !== null && hidden.has(nameOf(numberBefore(gap)))
    return { ...gap, before_time: is_before_hidden ? null : gap.before_time, is_before_hidden }
  })
}

const numberBefore = ({ device_reference, first_missing }: SequenceGapRow) => ({
  device_reference,
  sequence: first_missing - 1,
})

const nameOf = ({ device_reference, sequence }: { device_reference: string; sequence: number }): string =>
  `${sequence} ${device_reference}`

/** A gap as calls return it. */
export const sequenceGapOf = ({ reason, explanation, explained_at, explained_by, ...row }: ShownGap): SequenceGap => ({
  ...row,
  explanation:
    reason === null || explained_at === null || explained_by === null
      ? null
      : { reason, text: explanation ?? '', explained_at, explained_by },
})
