import { calls, type UserActivity } from '@holdfast/contract'
import { Anchor, Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { EntrySentence } from '../../shared/activities/entry-sentence.tsx'
import { type MessageId, useText } from '../../shared/i18n/text.ts'
import type { FilterValues } from '../../shared/list/list-search.ts'
import { useList } from '../../shared/list/use-list.ts'
import { ErrorState } from '../../shared/ui/error-state.tsx'
import { Moment } from '../../shared/ui/moment.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import classes from './dashboard-page.module.css'

const trail = '/dashboard/account/audit'
const shownEntries = 6
const refused: FilterValues = { is_allowed: 'false' }

/** What auditors look at most often, each as a filter of the trail. */
const questions: readonly { title: MessageId; filter: FilterValues }[] = [
  { title: 'overview.trail_played', filter: { action: 'GET /payloads/{payload_reference}/data' } },
  { title: 'overview.trail_visits', filter: { action: 'PUT /supportaccess/{request_reference}' } },
  { title: 'overview.trail_roles', filter: { action: 'PUT /roles/{role_reference}' } },
  { title: 'overview.trail_settings', filter: { action: 'PUT /account/defaults' } },
  { title: 'overview.trail_devices', filter: { whose: 'devices' } },
  { title: 'overview.trail_all', filter: {} },
]

const Entry = ({ entry }: { entry: UserActivity }) => {
  const t = useText()
  return (
    <li className={classes.entry}>
      <Link to="/dashboard/account/audit/$log_id" params={{ log_id: entry.log_id }}>
        <Moment time={entry.activity_time} isShortToday />
      </Link>
      <span>{entry.user_id ?? t('activities.nobody')}</span>
      <EntrySentence entry={entry} />
    </li>
  )
}

/** The latest refusals, and the questions that the trail answers. */
export const TrailOverview = () => {
  const t = useText()
  const { rows, isLoading, error, reload } = useList({
    call: calls.listActivities,
    filter: refused,
    pageRows: shownEntries,
  })
  return (
    <>
      <Panel
        title={t('overview.refusals')}
        action={
          <Anchor size="sm" renderRoot={(props) => <Link {...props} to={trail} search={{ filter: refused }} />}>
            {t('overview.all_refusals')}
          </Anchor>
        }
      >
        {error && <ErrorState error={error} onRetry={reload} />}
        {isLoading && <Skeleton height={200} />}
        {!isLoading && !error && rows.length === 0 && <p className={classes.none}>{t('overview.no_refusals')}</p>}
        <ul className={classes.calls}>
          {rows.map((entry) => (
            <Entry key={entry.log_id} entry={entry} />
          ))}
        </ul>
      </Panel>
      <Panel title={t('overview.trail')}>
        <ul className={classes.questions}>
          {questions.map(({ title, filter }) => (
            <li key={title}>
              <Anchor size="sm" renderRoot={(props) => <Link {...props} to={trail} search={{ filter }} />}>
                {t(title)}
              </Anchor>
            </li>
          ))}
        </ul>
      </Panel>
    </>
  )
}
