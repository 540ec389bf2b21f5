import type { DeviceActivity, UserActivity } from '@holdfast/contract'
import { useIntl } from 'react-intl'
import { OutcomeBadge } from '../../shared/activities/outcome.tsx'
import { useText } from '../../shared/i18n/text.ts'
import { Badge } from '../../shared/ui/badge.tsx'

type Activity = UserActivity | DeviceActivity

/** The outcome, and the status of the answer. */
export const OutcomeCell = ({ activity }: { activity: Activity }) => (
  <>
    <OutcomeBadge activity={activity} /> <span className="numeric">{activity.status_code}</span>
  </>
)

/** The duration in milliseconds. */
export const DurationCell = ({ activity }: { activity: Activity }) => {
  const intl = useIntl()
  if (activity.duration === null) return '–'
  return intl.formatNumber(Math.round(activity.duration), { style: 'unit', unit: 'millisecond' })
}

/** Who called, and whether it was on a visit of the provider's staff. */
export const PersonCell = ({ activity }: { activity: UserActivity }) => {
  const t = useText()
  return (
    <>
      {activity.user_id ?? t('activities.nobody')}{' '}
      {activity.support_reference && <Badge tone="warn">{t('activities.support')}</Badge>}
    </>
  )
}
