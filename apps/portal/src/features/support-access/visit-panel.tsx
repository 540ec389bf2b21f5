import { calls, limits, type VisitEntry } from '@holdfast/contract'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { EntrySentence } from '../../shared/activities/entry-sentence.tsx'
import { EventChanges } from '../../shared/activities/event-changes.tsx'
import { OutcomeBadge } from '../../shared/activities/outcome.tsx'
import { readApi } from '../../shared/api/client.ts'
import { useText } from '../../shared/i18n/text.ts'
import { ShowMore } from '../../shared/list/show-more.tsx'
import { useList } from '../../shared/list/use-list.ts'
import { useCan } from '../../shared/session/profile.ts'
import { ErrorState } from '../../shared/ui/error-state.tsx'
import { Moment } from '../../shared/ui/moment.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import classes from './visit-panel.module.css'
import { stepsOf, type VisitStep } from './visit-steps.ts'

const noFilter = {}

const Step = ({ step: { entry: activity, times } }: { step: VisitStep<VisitEntry> }) => {
  const t = useText()
  return (
    <li className={classes.step} data-refused={!activity.is_allowed}>
      <span className={classes.did}>
        <EntrySentence entry={activity} />{' '}
        {times > 1 && <span className={classes.times}>{t('support.times', { count: times })}</span>}{' '}
        {activity.denial_reason !== null && <OutcomeBadge activity={activity} />}
      </span>
      <span className={classes.time}>
        <Moment time={activity.activity_time} withSeconds />
      </span>
      {activity.events.map((event) => (
        <EventChanges key={`${event.event} ${event.reference}`} event={event} />
      ))}
    </li>
  )
}

/** How much was read and changed. */
const Figures = ({ requestReference: request_reference }: { requestReference: string }) => {
  const t = useText()
  const { data } = useQuery({
    queryKey: ['visit figures', request_reference],
    queryFn: ({ signal }) => readApi(calls.getVisitFigures, { params: { request_reference }, signal }),
  })
  if (!data) return null
  const { is_capped, ...figures } = data
  return (
    <p className={classes.figures}>
      {t('support.visit_figures', figures)} {is_capped && t('support.visit_capped', { count: limits.maxCounted })}
    </p>
  )
}

/** What the provider did under a request, in figures and call by call. */
export const VisitPanel = ({ requestReference }: { requestReference: string }) => {
  const t = useText()
  const can = useCan()
  const list = useList({
    call: calls.listVisit,
    params: { request_reference: requestReference },
    filter: noFilter,
  })
  const { rows, isLoading, error, reload } = list
  return (
    <Panel
      title={t('support.visit')}
      action={
        can('audit:read') &&
        rows.length > 0 && (
          <Link
            to="/dashboard/account/audit"
            search={{ filter: { support_reference: requestReference } }}
            className={classes.trail}
          >
            {t('activities.on_trail')}
          </Link>
        )
      }
    >
      {error && <ErrorState error={error} onRetry={reload} />}
      {isLoading && <Skeleton height={120} />}
      {!isLoading && !error && rows.length === 0 && <p className={classes.none}>{t('support.no_visit')}</p>}
      {rows.length > 0 && <Figures requestReference={requestReference} />}
      <ol className={classes.steps}>
        {stepsOf(rows).map((step) => (
          <Step key={step.entry.log_id} step={step} />
        ))}
      </ol>
      <ShowMore list={list} mt="sm" />
    </Panel>
  )
}
