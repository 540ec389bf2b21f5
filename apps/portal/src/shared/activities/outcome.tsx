import { type ActivityOutcome, outcomeOf, type UserActivity } from '@holdfast/contract'
import { reasonInWords } from '@holdfast/words'
import { useFindText, useText } from '../i18n/text.ts'
import { Badge } from '../ui/badge.tsx'

const badges = {
  done: { tone: 'good', label: 'activities.done' },
  not_done: { tone: 'warn', label: 'activities.not_done' },
  refused: { tone: 'bad', label: 'activities.refused' },
  not_found: { tone: 'neutral', label: 'activities.not_found' },
} as const satisfies Record<ActivityOutcome, object>

/** What came of a call, with the reason of a refusal or failure as a tooltip. */
export const OutcomeBadge = ({
  activity,
}: {
  activity: Pick<UserActivity, 'is_allowed' | 'denial_reason' | 'status_code'>
}) => {
  const t = useText()
  const findText = useFindText()
  const { tone, label } = badges[outcomeOf(activity)]
  const { denial_reason: reason } = activity
  return (
    <span title={reason === null ? undefined : reasonInWords(reason, findText)}>
      <Badge tone={tone}>{t(label)}</Badge>
    </span>
  )
}
