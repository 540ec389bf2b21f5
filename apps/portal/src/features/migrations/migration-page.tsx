import type { LegacyMigration } from '@holdfast/contract'
import { Alert, Group, Progress, Stack, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { errorInstead } from '../../shared/api/api-error.ts'
import { Colleague } from '../../shared/found/colleague.tsx'
import { useText } from '../../shared/i18n/text.ts'
import { byteSize } from '../../shared/ui/byte-size.ts'
import { DetailColumns } from '../../shared/ui/detail-columns.tsx'
import { ErrorState } from '../../shared/ui/error-state.tsx'
import { Facts } from '../../shared/ui/facts.tsx'
import { LinkButton } from '../../shared/ui/link-button.tsx'
import { Moment } from '../../shared/ui/moment.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { PageSkeleton } from '../../shared/ui/page-skeleton.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { CodeCounts } from './code-counts.tsx'
import { MigrationActions } from './migration-actions.tsx'
import { DryRunBadge, StateOfMigration } from './migration-state.tsx'
import { RemovedExport, RemoveExport } from './remove-export.tsx'
import { RunAgain } from './run-again.tsx'
import { prefetchMigration, useMigration } from './use-migration.ts'

export const prefetch = prefetchMigration

/** One run over an export: how far it is, and how its rows ended. */
export default function MigrationPage() {
  const t = useText()
  const { migration_id = '' } = useParams({ strict: false })
  const { data, error, refetch } = useMigration(migration_id)
  const failure = errorInstead(error, data)
  if (failure) return <ErrorState isScreen error={failure} onRetry={() => void refetch()} />
  if (data === undefined) return <PageSkeleton />
  return (
    <>
      <PageHeader title={data.folder}>
        <Group gap="sm">
          {data.is_dry_run && <DryRunBadge />}
          <StateOfMigration migration={data} />
          <MigrationActions migration={data} />
          {hasReconciliation(data) && (
            <LinkButton
              size="xs"
              variant="default"
              to="/dashboard/account/migrations/$migration_id/reconciliation"
              params={{ migration_id }}
            >
              {t('migrations.reconciliation')}
            </LinkButton>
          )}
          <RunAgain migration={data} />
          <RemoveExport migration={data} />
        </Group>
      </PageHeader>
      <DetailColumns
        main={
          <>
            <Trouble migration={data} />
            <RemovedExport migration={data} />
            {data.migration_state === 'Pending' && <MigrationProgress migration={data} />}
            <CodeCounts migration={data} />
          </>
        }
        side={<MigrationFacts migration={data} />}
      />
    </>
  )
}

/** A dry run left nothing to reconcile. */
const hasReconciliation = ({ reconciliation, is_reconciling, may }: LegacyMigration): boolean =>
  reconciliation !== null || is_reconciling || may.includes('reconcile')

/** Why it did not go to its end. */
const Trouble = ({ migration: { migration_state, error_message } }: { migration: LegacyMigration }) => {
  const t = useText()
  if (migration_state !== 'Failed' && migration_state !== 'Quarantined') return null
  const kind = migration_state === 'Failed' ? 'failed' : 'quarantined'
  return (
    <Alert color="red" title={t(`migrations.${kind}_title`)}>
      <Stack gap={4}>
        {error_message && <bdi>{error_message}</bdi>}
        <span>{t(`migrations.${kind}_body`)}</span>
      </Stack>
    </Alert>
  )
}

const MigrationProgress = ({ migration: { statistics, is_stopped, is_dry_run } }: { migration: LegacyMigration }) => {
  const t = useText()
  const intl = useIntl()
  const { rows, bytes_read, bytes_total } = statistics
  const share = Math.min(100, (bytes_read / Math.max(1, bytes_total)) * 100)
  const note = is_stopped
    ? 'migrations.stopped_note'
    : bytes_read === 0
      ? 'migrations.starting'
      : is_dry_run
        ? 'migrations.dry_run_running'
        : 'migrations.progress_note'
  return (
    <Panel title={t('migrations.progress')}>
      <Stack gap="sm" role="status">
        <Progress
          value={share}
          aria-label={t('migrations.progress')}
          animated={!is_stopped}
          color={is_stopped ? 'gray' : undefined}
        />
        <Text size="sm">
          {t('migrations.rows_read', { rows })}
          {bytes_total > 0 && (
            <>
              {' · '}
              {t('migrations.of_bytes', { read: byteSize(intl, bytes_read), total: byteSize(intl, bytes_total) })}
            </>
          )}
        </Text>
        <Text size="sm" c="dimmed">
          {t(note)}
        </Text>
      </Stack>
    </Panel>
  )
}

/** Nothing is said of an export that is there. */
const exportFact = (t: ReturnType<typeof useText>, migration: LegacyMigration): ReactNode => {
  const { is_removing_export, export_removed_at, export_removed_by } = migration
  if (is_removing_export) return t('migrations.removing_export')
  if (export_removed_at === null) return null
  return (
    <>
      {t('migrations.export_removed')} <Moment time={export_removed_at} /> · <Colleague author={export_removed_by} />
    </>
  )
}

const MigrationFacts = ({ migration }: { migration: LegacyMigration }) => {
  const t = useText()
  const intl = useIntl()
  const { folder, source, time_zone, is_dry_run, statistics, created_at, started_at, finished_at, updated_by } =
    migration
  const { files, bytes, repairs } = statistics
  return (
    <Panel>
      <Facts
        title={t('migrations.facts')}
        facts={[
          { label: t('migrations.kind'), value: t(is_dry_run ? 'migrations.dry_run' : 'migrations.real_run') },
          { label: t('migrations.folder'), value: <bdi>{folder}</bdi>, copy: folder },
          { label: t('migrations.export'), value: exportFact(t, migration) },
          { label: t('migrations.source'), value: <bdi>{source}</bdi> },
          { label: t('migrations.time_zone'), value: time_zone },
          { label: t('migrations.files'), value: files > 0 && intl.formatNumber(files) },
          { label: t('migrations.bytes_sealed'), value: bytes > 0 && byteSize(intl, bytes) },
          { label: t('migrations.repairs'), value: repairs > 0 && intl.formatNumber(repairs) },
          { label: t('migrations.created'), value: <Moment time={created_at} withSeconds /> },
          { label: t('migrations.started'), value: started_at && <Moment time={started_at} withSeconds /> },
          { label: t('migrations.finished'), value: finished_at && <Moment time={finished_at} withSeconds /> },
          { label: t('migrations.by'), value: <Colleague author={updated_by} /> },
        ].map((fact) => (fact.value === false ? { ...fact, value: null } : fact))}
      />
    </Panel>
  )
}
