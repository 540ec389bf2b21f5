import type { SequenceGap } from '@holdfast/contract'
import type { Selectable } from 'kysely'
import type { Tables, TenantTransaction } from '../../platform/database/index.ts'
import { groupsBySequence } from '../payloads/index.ts'

export type SequenceGapRow = Selectable<Tables['sequence_gaps']>

/** A gap without what its reader may not see. */
export type ShownGap = SequenceGapRow & { is_before_hidden: boolean }

/**
 * Hides the time of the recording before a gap if the reader may not see that recording's group: the new holder's group must not learn when
 * the former holder used the device (docs/decisions/0061).
 * @param visible the groups whose gaps the reader may see
 */
export const shownGaps = async (
  tx: TenantTransaction,
  gaps: readonly SequenceGapRow[],
  visible: readonly string[],
): Promise<ShownGap[]> => {
  const hidden = await hiddenNumbers(tx, gaps, visible)
  return gaps.map((gap) => shown(gap, hidden))
}

/** One gap, likewise. */
export const shownGap = async (
  tx: TenantTransaction,
  gap: SequenceGapRow,
  visible: readonly string[],
): Promise<ShownGap> => shown(gap, await hiddenNumbers(tx, [gap], visible))

/** Which of the recordings before these gaps belong to other groups than the visible ones. */
const hiddenNumbers = async (
  tx: TenantTransaction,
  gaps: readonly SequenceGapRow[],
  visible: readonly string[],
): Promise<ReadonlySet<string>> => {
  const before = gaps.filter(({ before_time }) => before_time !== null).map(numberBefore)
  const found = await groupsBySequence(tx, before)
  return new Set(found.filter(({ group }) => !visible.includes(group)).map(nameOf))
}

const shown = (gap: SequenceGapRow, hidden: ReadonlySet<string>): ShownGap => {
  const is_before_hidden = gap.before_time !== null && hidden.has(nameOf(numberBefore(gap)))
  return { ...gap, before_time: is_before_hidden ? null : gap.before_time, is_before_hidden }
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
