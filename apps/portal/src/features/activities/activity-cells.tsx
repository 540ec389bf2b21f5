import type { DeviceActivity, UserActivity } from '@holdfast/contract'
import { useIntl } from 'react-intl'
import { actionInWords } from '../../shared/activities/action-words.ts'
import { useFindText, useText } from '../../shared/i18n/text.ts'
import { Badge } from '../../shared/ui/badge.tsx'

type Activity = UserActivity | DeviceActivity

const outcomeOf = ({ is_allowed: isAllowed, denial_reason: reason }: Activity) => {
  if (!isAllowed) return { tone: 'bad', label: 'activities.refused' } as const
  return reason === null
    ? ({ tone: 'good', label: 'activities.allowed' } as const)
    : ({ tone: 'warn', label: 'activities.not_done' } as const)
}

/** Allowed, allowed but not done, or refused, with the reason as a tooltip. */
export const OutcomeCell = ({ activity }: { activity: Activity }) => {
  const t = useText()
  const { denial_reason: reason, status_code: status } = activity
  const { tone, label } = outcomeOf(activity)
  return (
    <span title={reason ?? undefined}>
      <Badge tone={tone}>{t(label)}</Badge> <span className="numeric">{status}</span>
    </span>
  )
}

/** The call in words, with the call itself as a tooltip. */
export const ActionCell = ({ activity: { action } }: { activity: Activity }) => {
  const findText = useFindText()
  return <span title={action}>{actionInWords(action, findText)}</span>
}

/** The duration in milliseconds. */
export const DurationCell = ({ activity }: { activity: Activity }) => {
  const intl = useIntl()
  if (activity.duration === null) return '–'
  return intl.formatNumber(Math.round(activity.duration), { style: 'unit', unit: 'millisecond' })
}

export const PersonCell = ({ activity }: { activity: UserActivity }) => {
  const t = useText()
  return (
    <>
      {activity.user_id ?? t('activities.nobody')}{' '}
      {activity.support_reference && <Badge tone="warn">{t('activities.support')}</Badge>}
    </>
  )
}
