import type { DeviceActivity, UserActivity } from '@holdfast/contract'
import { useIntl } from 'react-intl'
import { EntryBrief } from '../../shared/activities/entry-brief.tsx'
import { EntrySentence } from '../../shared/activities/entry-sentence.tsx'
import { NamedPerson } from '../../shared/found/named-person.tsx'
import { useText } from '../../shared/i18n/text.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import classes from './activity-cells.module.css'

type Activity = UserActivity | DeviceActivity

/** What was done to what. On a narrow page, which has no column for it, also what else is told. */
export const DidCell = ({ activity }: { activity: Activity }) => (
  <>
    <EntrySentence entry={activity} />
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

/** A device, and below it who held it. */
export const DeviceCell = ({ activity }: { activity: DeviceActivity }) => {
  const { device_reference, device_user_reference: holder, device_user_name: name } = activity
  if (device_reference === null) return '–'
  return (
    <span className={classes.person}>
      <span className={classes.who} data-stacked>
        <span title={name === null ? undefined : `${name} (${holder})`}>
          <bdi>{device_reference}</bdi> <bdi className={classes.holder}>{name ?? holder}</bdi>
        </span>
      </span>
    </span>
  )
}

/**
 * Who called, and whether it was on a visit of the provider's staff, which says where they are from.
 * @param isStacked the reference stands below the name
 */
export const PersonCell = ({ activity, isStacked = false }: { activity: UserActivity; isStacked?: boolean }) => {
  const t = useText()
  const { user_id, user_name, support_reference } = activity
  const who = support_reference && user_id?.startsWith(ofStaff) ? user_id.slice(ofStaff.length) : user_id
  return (
    <span className={classes.person}>
      <span className={classes.who} data-stacked={isStacked}>
        {who === null && t('activities.nobody')}
        {who === 'system' && t('audit.system')}
        {who !== null && who !== 'system' && <NamedPerson name={user_name} reference={who} />}
      </span>{' '}
      {support_reference && <Badge tone="warn">{t('activities.support')}</Badge>}
    </span>
  )
}
