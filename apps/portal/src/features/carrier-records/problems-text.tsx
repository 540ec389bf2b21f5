import type { CarrierRowProblem } from '@holdfast/contract'
import { useText } from '../../shared/i18n/text.ts'

/** Why a row is not imported; a dash for rows that have no fault. */
export const ProblemsText = ({ problems }: { problems: readonly CarrierRowProblem[] }) => {
  const t = useText()
  if (problems.length === 0) return <>–</>
  const words = problems.map((problem) => t(`carrier.problem_${problem}`)).join('; ')
  return <span title={words}>{words}</span>
}
