import { calls, type UserActivity, type VisitEntry } from '@holdfast/contract'
import { Skeleton } from '@mantine/core'
import { actionInWords } from '../../shared/activities/action-words.ts'
import { useFindText, useText } from '../../shared/i18n/text.ts'
import { ShowMore } from '../../shared/list/show-more.tsx'
import { useList } from '../../shared/list/use-list.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { ErrorState } from '../../shared/ui/error-state.tsx'
import { Moment } from '../../shared/ui/moment.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { VisitChanges } from './visit-changes.tsx'
import classes from './visit-panel.module.css'

const noFilter = {}

/** The references in the address of a call. */
const subjectOf = ({ parameters }: UserActivity): string =>
  Object.entries(parameters)
    .filter(([name, value]) => name.endsWith('_reference') && typeof value === 'string')
    .map(([, value]) => value)
    .join(', ')

const Step = ({ activity }: { activity: VisitEntry }) => {
  const t = useText()
  const findText = useFindText()
  return (
    <li className={classes.step}>
      <span title={activity.action}>
        {actionInWords(activity.action, findText)} <span className={classes.about}>{subjectOf(activity)}</span>{' '}
        {!activity.is_allowed && <Badge tone="bad">{t('activities.refused')}</Badge>}
      </span>
      <span className={classes.time}>
        <Moment time={activity.activity_time} withSeconds />
      </span>
      {activity.events.map((event) => (
        <VisitChanges key={`${event.event} ${event.reference}`} event={event} />
      ))}
    </li>
  )
}

/** What the provider did under a request, call by call. */
export const VisitPanel = ({ requestReference }: { requestReference: string }) => {
  const t = useText()
  const list = useList({
    call: calls.listVisit,
    params: { request_reference: requestReference },
    filter: noFilter,
  })
  const { rows, isLoading, error, reload } = list
  return (
    <Panel title={t('support.visit')}>
      {error && <ErrorState error={error} onRetry={reload} />}
      {isLoading && <Skeleton height={120} />}
      {!isLoading && !error && rows.length === 0 && <p className={classes.none}>{t('support.no_visit')}</p>}
      <ol className={classes.steps}>
        {rows.map((activity) => (
          <Step key={activity.log_id} activity={activity} />
        ))}
      </ol>
      <ShowMore list={list} mt="sm" />
    </Panel>
  )
}
