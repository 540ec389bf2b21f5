import type { Handlers } from '../../core/calls/index.ts'
import { explainSequenceGap, withdrawGapExplanation } from './explain-sequence-gap.ts'
import { getCompletenessFigures } from './get-completeness-figures.ts'
import { getSequenceGap } from './get-sequence-gap.ts'
import { listCompletenessDays } from './list-completeness-days.ts'
import { listSequenceGaps } from './list-sequence-gaps.ts'

export { gapWatch } from './gap-watch.ts'
export { gapsOfPeriod } from './gaps-of-period.ts'
export { countGaps } from './missing-by-day.ts'
export { arrivalsStatement, takeTurnsStatement } from './record-arrivals.ts'

export const completenessHandlers = {
  listSequenceGaps,
  getSequenceGap,
  explainSequenceGap,
  withdrawGapExplanation,
  listCompletenessDays,
  getCompletenessFigures,
} satisfies Partial<Handlers>
