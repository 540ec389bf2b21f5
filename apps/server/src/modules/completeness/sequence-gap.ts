import type { SequenceGap } from '@holdfast/contract'
import type { Selectable } from 'kysely'
import type { Tables } from '../../platform/database/index.ts'

export type SequenceGapRow = Selectable<Tables['sequence_gaps']>

/** A gap as calls return it. */
export const sequenceGapOf = ({
  reason,
  explanation,
  explained_at,
  explained_by,
  ...row
}: SequenceGapRow): SequenceGap => ({
  ...row,
  explanation:
    reason === null || explained_at === null || explained_by === null
      ? null
      : { reason, text: explanation ?? '', explained_at, explained_by },
})
