import type { CompletenessStatement } from '@holdfast/contract'
import { useText } from '../../../../shared/i18n/text.ts'
import { Badge } from '../../../../shared/ui/badge.tsx'

export const StatementState = ({ statement }: { statement: CompletenessStatement }) => {
  const t = useText()
  const isLatest = statement.superseded_by === null
  return (
    <Badge tone={isLatest ? 'good' : 'neutral'}>{t(isLatest ? 'statement.current' : 'statement.superseded')}</Badge>
  )
}
