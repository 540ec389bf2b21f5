import type { UserActivity } from '@holdfast/contract'
import { useFindText, useText } from '../i18n/text.ts'
import { Badge } from '../ui/badge.tsx'
import { reasonInWords } from './reason-words.ts'

type Outcome = Pick<UserActivity, 'is_allowed' | 'denial_reason'>

const outcomeOf = ({ is_allowed: isAllowed, denial_reason: reason }: Outcome) => {
  if (!isAllowed) return { tone: 'bad', label: 'activities.refused' } as const
  return reason === null
    ? ({ tone: 'good', label: 'activities.allowed' } as const)
    : ({ tone: 'warn', label: 'activities.not_done' } as const)
}

/** Allowed, allowed but not done, or refused, with the reason as a tooltip. */
export const OutcomeBadge = ({ activity }: { activity: Outcome }) => {
  const t = useText()
  const findText = useFindText()
  const { tone, label } = outcomeOf(activity)
  const { denial_reason: reason } = activity
  return (
    <span title={reason === null ? undefined : reasonInWords(reason, findText)}>
      <Badge tone={tone}>{t(label)}</Badge>
    </span>
  )
}
