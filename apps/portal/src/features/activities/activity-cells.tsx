import type { DeviceActivity, UserActivity } from '@holdfast/contract'
import { useIntl } from 'react-intl'
import { actionInWords } from '../../shared/activities/action-words.ts'
import { useText } from '../../shared/i18n/text.ts'
import { Badge } from '../../shared/ui/badge.tsx'

type Activity = UserActivity | DeviceActivity

/** Allowed, or refused with the reason on hover. */
export const Outcome = ({ activity }: { activity: Activity }) => {
  const t = useText()
  const { is_allowed: isAllowed, denial_reason: reason, status_code: status } = activity
  return (
    <span title={reason ?? undefined}>
      <Badge tone={isAllowed ? 'good' : 'bad'}>{t(isAllowed ? 'activities.allowed' : 'activities.refused')}</Badge>{' '}
      <span className="numeric">{status}</span>
    </span>
  )
}

/** The call in words; the call itself on hover. */
export const Did = ({ activity: { action } }: { activity: Activity }) => {
  const t = useText()
  return <span title={action}>{actionInWords(action, t)}</span>
}

/** Milliseconds, in the person's language. */
export const Took = ({ activity }: { activity: Activity }) => {
  const intl = useIntl()
  if (activity.duration === null) return '–'
  return intl.formatNumber(Math.round(activity.duration), { style: 'unit', unit: 'millisecond' })
}

export const Person = ({ activity }: { activity: UserActivity }) => {
  const t = useText()
  return (
    <>
      {activity.user_id ?? t('activities.nobody')}{' '}
      {activity.support_reference && <Badge tone="warn">{t('activities.support')}</Badge>}
    </>
  )
}
