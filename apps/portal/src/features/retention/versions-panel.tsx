import { calls, type RetentionVersion } from '@holdfast/contract'
import { linesOf } from '@holdfast/words'
import { Skeleton, Text } from '@mantine/core'
import { useState } from 'react'
import { FormattedNumber } from 'react-intl'
import { Colleague } from '../../shared/found/colleague.tsx'
import { useText } from '../../shared/i18n/text.ts'
import { ShowMore } from '../../shared/list/show-more.tsx'
import { useList } from '../../shared/list/use-list.ts'
import { Badge, type Tone } from '../../shared/ui/badge.tsx'
import { ErrorState } from '../../shared/ui/error-state.tsx'
import { Facts } from '../../shared/ui/facts.tsx'
import { Moment } from '../../shared/ui/moment.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { changesOfVersion, versionBefore } from './version-changes.ts'
import classes from './versions-panel.module.css'

const everything = {}

const tones: Record<RetentionVersion['state'], Tone> = {
  in_force: 'good',
  waiting: 'warn',
  replaced: 'neutral',
  ended_before: 'neutral',
}

/** The versions of the policy, read when somebody opens them: who saved and confirmed each, when, and what it changed. */
export const VersionsPanel = () => {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <Panel>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className={classes.summary}>{t('retention.versions')}</summary>
        {isOpen && <Versions />}
      </details>
    </Panel>
  )
}

const Versions = () => {
  const t = useText()
  const list = useList({ call: calls.listRetentionVersions, filter: everything })
  const { rows, isLoading, error, reload } = list
  if (error) return <ErrorState error={error} onRetry={reload} />
  if (isLoading) return <Skeleton height={120} />
  if (rows.length === 0) return <Text size="sm">{t('retention.no_versions')}</Text>
  return (
    <>
      <ol className={classes.versions}>
        {rows.map((version, place) => (
          <li key={version.version}>
            <Version version={version} {...versionBefore(rows, place, list.hasMore)} />
          </li>
        ))}
      </ol>
      <ShowMore list={list} />
    </>
  )
}

interface VersionProps {
  version: RetentionVersion
  /** The version that was in force before; `null`: there was none, and `undefined`: it is not read yet. */
  before: RetentionVersion | null | undefined
  /** The version whose change it withdrew, if that is what it did. */
  withdrawn: number | null
}

const Version = ({ version, before, withdrawn }: VersionProps) => {
  const t = useText()
  const { state, saved_by, saved_at, effective_at, confirmed_by, confirmed_at, ended_by, ended_at } = version
  const wasConfirmed = confirmed_by !== null && confirmed_at !== null && confirmed_by !== 'system'
  return (
    <>
      <div className={classes.head}>
        <strong>
          {t('retention.version')} <FormattedNumber value={version.version} />
        </strong>
        <Badge tone={tones[state]}>{t(`retention.version_${state}`)}</Badge>
      </div>
      <Facts
        title={null}
        facts={[
          { label: t('retention.saved_by'), value: <By author={saved_by} time={saved_at} /> },
          {
            label: t('retention.confirmed_by'),
            value: wasConfirmed ? <By author={confirmed_by} time={confirmed_at} /> : null,
          },
          {
            label: t(state === 'waiting' ? 'retention.takes_effect' : 'retention.in_force_since'),
            value: state === 'ended_before' ? null : <Moment time={effective_at} />,
          },
          { label: t('retention.version_ended'), value: ended_at && <By author={ended_by} time={ended_at} /> },
        ]}
      />
      <Changes version={version} before={before} withdrawn={withdrawn} />
    </>
  )
}

const By = ({ author, time }: { author: string | null; time: string }) => (
  <>
    <Colleague author={author} /> · <Moment time={time} />
  </>
)

const Changes = ({ version, before, withdrawn }: VersionProps) => {
  const t = useText()
  if (before === undefined) return null
  const changes = changesOfVersion(before, version)
  const lines = changes.flatMap((change) => linesOf({ event: 'retention.saved' }, change, t))
  if (lines.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {withdrawn === null
          ? t('retention.version_unchanged')
          : t('retention.version_withdrawn', { version: withdrawn })}
      </Text>
    )
  }
  return (
    <ul className={classes.changes}>
      {lines.map(({ key, title, label, words }) => (
        <li key={key}>
          {t(title)}
          {label && ` · ${t(label)}`}: {words}
        </li>
      ))}
    </ul>
  )
}
