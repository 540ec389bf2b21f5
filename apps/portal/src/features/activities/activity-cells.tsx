import type { DeviceActivity, UserActivity } from '@holdfast/contract'
import { useIntl } from 'react-intl'
import { EntryBrief } from '../../shared/activities/entry-brief.tsx'
import { EntryAction, EntrySubjects } from '../../shared/activities/entry-sentence.tsx'
import { NamedPerson } from '../../shared/found/named-person.tsx'
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

/** What the references of the provider's staff begin with on the trail of a customer. */
const ofStaff = 'admin/'

/** Who called, and whether it was on a visit of the provider's staff, which says where they are from. */
export const PersonCell = ({ activity }: { activity: UserActivity }) => {
  const t = useText()
  const { user_id, user_name, support_reference } = activity
  const who = support_reference && user_id?.startsWith(ofStaff) ? user_id.slice(ofStaff.length) : user_id
  return (
    <span className={classes.person}>
      <span className={classes.who}>
        {who === null && t('activities.nobody')}
        {who === 'system' && t('audit.system')}
        {who !== null && who !== 'system' && <NamedPerson name={user_name} reference={who} />}
      </span>{' '}
      {support_reference && <Badge tone="warn">{t('activities.support')}</Badge>}
    </span>
  )
}
