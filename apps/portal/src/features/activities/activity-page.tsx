import { calls, type UserActivityEntry } from '@holdfast/contract'
import { Link, useParams } from '@tanstack/react-router'
import { SubjectLink, subjectOf } from '../../shared/activities/subject-link.tsx'
import { trailOf } from '../../shared/activities/trail-of.ts'
import { usePlayedWords } from '../../shared/activities/use-played-words.ts'
import { errorInstead } from '../../shared/api/api-error.ts'
import { useLoaded } from '../../shared/forms/use-loaded.ts'
import { useText } from '../../shared/i18n/text.ts'
import { ErrorState } from '../../shared/ui/error-state.tsx'
import { type Fact, Facts } from '../../shared/ui/facts.tsx'
import { Moment } from '../../shared/ui/moment.tsx'
import { PageSkeleton } from '../../shared/ui/page-skeleton.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { PersonCell } from './activity-cells.tsx'
import classes from './entry-screen.module.css'
import { EntryScreen } from './entry-screen.tsx'

/** One call of a person or client app. */
export default function ActivityPage() {
  const { log_id = '' } = useParams({ strict: false })
  const { data: entry, error, refetch } = useLoaded(calls.getActivity, { log_id })
  const failure = errorInstead(error, entry)
  if (failure) return <ErrorState isScreen error={failure} onRetry={() => void refetch()} />
  if (!entry) return <PageSkeleton />
  return <PersonEntry entry={entry} />
}

const PersonEntry = ({ entry }: { entry: UserActivityEntry }) => {
  const t = useText()
  const playedInWords = usePlayedWords()
  const { support_reference: reference } = entry
  const request = reference && subjectOf('support_access', reference)
  const visit = request && (
    <>
      <SubjectLink subject={request} />
      <Link {...trailOf(request)} className={classes.all}>
        {t('activities.all_of_visit')}
      </Link>
    </>
  )
  const caller: Fact[] = [
    { label: t(entry.is_client_app ? 'activities.app' : 'activities.who'), value: <PersonCell activity={entry} /> },
    // 'Who' already shows the name if there is a reference.
    { label: t('activities.name'), value: entry.user_id === null ? entry.user_name : null },
    { label: t('activities.roles'), value: entry.roles.join(', ') },
    { label: t('activities.visit'), value: visit },
    { label: t('activities.address'), value: entry.user_ip, copy: entry.user_ip },
  ]
  const technical: Fact[] = [{ label: t('activities.browser'), value: entry.browser }]
  const { listening } = entry
  const played = listening?.played.length ? playedInWords(listening.played) : null
  const listened = listening && (
    <Panel>
      <Facts
        title={t('activities.listening')}
        facts={[
          { label: t('activities.played'), value: played },
          { label: t('activities.listened_until'), value: <Moment time={listening.until} withSeconds /> },
        ]}
      />
      <Link
        to="/dashboard/account/audit"
        search={{ filter: { listening_reference: listening.reference } }}
        className={classes.all}
      >
        {t('activities.all_steps')}
      </Link>
    </Panel>
  )
  return <EntryScreen entry={entry} caller={caller} technical={technical} followed={listened} />
}
