import type { DeviceActivity, UserActivity } from '@holdfast/contract'
import { useIntl } from 'react-intl'
import { EntryBrief } from '../../shared/activities/entry-brief.tsx'
import { EntryAction, EntrySubjects } from '../../shared/activities/entry-sentence.tsx'
import { useText } from '../../shared/i18n/text.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import classes from './activity-cells.module.css'

type Activity = UserActivity | DeviceActivity

/** What was done. On a narrow page, which has no columns for them, also to what, and what else is told. */
export const DidCell = ({ activity }: { activity: Activity }) => (
  <>
    <EntryAction entry={activity} />
    {activity.subjects.length > 0 && (
      <span className={classes.subjects}>
        <EntrySubjects entry={activity} />
      </span>
    )}
    <span className={classes.brief}>
      <EntryBrief entry={activity} />
    </span>
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
    <span className={classes.person} title={activity.user_name ?? undefined}>
      <span className={classes.who}>{activity.user_id ?? t('activities.nobody')}</span>{' '}
      {activity.support_reference && <Badge tone="warn">{t('activities.support')}</Badge>}
    </span>
  )
}
