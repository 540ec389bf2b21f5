import type { DeviceActivityEntry, UserActivityEntry } from '@holdfast/contract'
import { actionInWords, isWordSearch, parameterFacts, reasonInWords } from '@holdfast/words'
import { Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { OutcomeBadge } from '../../shared/activities/outcome.tsx'
import { SubjectLink } from '../../shared/activities/subject-link.tsx'
import { trailOf } from '../../shared/activities/trail-of.ts'
import { useDatesInWords } from '../../shared/activities/use-dates-in-words.ts'
import { useFindText, useText } from '../../shared/i18n/text.ts'
import { NeighboursControl } from '../../shared/list/neighbours-control.tsx'
import { DetailColumns } from '../../shared/ui/detail-columns.tsx'
import { type Fact, Facts } from '../../shared/ui/facts.tsx'
import { Moment } from '../../shared/ui/moment.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { DurationCell } from './activity-cells.tsx'
import classes from './entry-screen.module.css'
import { EventFacts } from './event-facts.tsx'

type Entry = UserActivityEntry | DeviceActivityEntry

interface EntryScreenProps {
  entry: Entry
  /** Who called and from where, which people and devices tell differently. */
  caller: readonly Fact[]
  /** What only technicians ask of the caller. */
  technical?: readonly Fact[]
  /** What came after it. */
  followed?: ReactNode
}

/** All of one entry of the trail: what was done to what, by whom, from where, and what came of it. */
export const EntryScreen = ({ entry, caller, technical = [], followed }: EntryScreenProps) => {
  const t = useText()
  const findText = useFindText()
  const request = parameterFacts(entry.parameters, findText, useDatesInWords())
  return (
    <>
      <PageHeader title={actionInWords(entry, findText)}>
        <Group gap="xs">
          <OutcomeBadge activity={entry} />
          <NeighboursControl of="activity" />
        </Group>
      </PageHeader>
      <DetailColumns
        main={
          <>
            <Subjects entry={entry} />
            <Panel title={t('activities.events')}>
              {entry.events.length === 0 && <p className={classes.none}>{t('activities.no_events')}</p>}
              {entry.events.map((event, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: their order never changes, and several can be alike
                <EventFacts key={place} event={event} />
              ))}
            </Panel>
            {followed}
            {request.length > 0 && (
              <Panel>
                <Facts title={t('activities.request')} facts={request} />
                {isWordSearch(entry) && <p className={classes.none}>{t('activities.words_not_kept')}</p>}
              </Panel>
            )}
          </>
        }
        side={<Circumstances entry={entry} caller={caller} technical={technical} />}
      />
    </>
  )
}

const Subjects = ({ entry: { subjects, subject_count } }: { entry: Entry }) => {
  const t = useText()
  const more = subject_count - subjects.length
  return (
    <Panel title={t('activities.subjects')}>
      {subjects.length === 0 && <p className={classes.none}>{t('activities.no_subject')}</p>}
      <ul className={classes.subjects}>
        {subjects.map((subject) => (
          <li key={`${subject.kind} ${subject.reference}`}>
            <span className={classes.kind}>{t(`subject.${subject.kind}`)}</span>{' '}
            <SubjectLink subject={subject} hasReference />
            {(subject.kind === 'payload' || subject.name !== null) && (
              <span className={classes.reference}>{subject.reference}</span>
            )}
            <Link {...trailOf(subject)} className={classes.all}>
              {t('activities.all_about')}
            </Link>
          </li>
        ))}
        {more > 0 && <li>{t('activities.more_subjects', { count: more })}</li>}
      </ul>
    </Panel>
  )
}

const Circumstances = ({ entry, caller, technical }: Required<Omit<EntryScreenProps, 'followed'>>) => {
  const t = useText()
  const findText = useFindText()
  const { denial_reason: reason } = entry
  return (
    <Panel>
      <Facts
        title={t('activities.circumstances')}
        facts={[
          { label: t('activities.time'), value: <Moment time={entry.activity_time} withSeconds /> },
          ...caller,
          { label: t('activities.group'), value: entry.group },
          { label: t('activities.outcome'), value: <OutcomeBadge activity={entry} /> },
          { label: t('activities.reason'), value: reason && reasonInWords(reason, findText) },
        ]}
      />
      <details className={classes.technical}>
        <summary>{t('activities.technical')}</summary>
        <Facts
          title={null}
          facts={[
            { label: t('activities.call'), value: entry.action, copy: entry.action },
            { label: t('activities.status'), value: entry.status_code },
            { label: t('activities.took'), value: <DurationCell activity={entry} /> },
            { label: t('activities.entry'), value: entry.log_id, copy: entry.log_id },
            { label: t('activities.request_id'), value: entry.request_id, copy: entry.request_id },
            ...technical,
          ]}
        />
      </details>
    </Panel>
  )
}
