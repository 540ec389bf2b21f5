import type { LegacyMigration, MigrationReconciliation } from '@holdfast/contract'
import { Alert, Group, Stack, Text } from '@mantine/core'
import { Colleague } from '../../../shared/found/colleague.tsx'
import { useText } from '../../../shared/i18n/text.ts'
import { Badge } from '../../../shared/ui/badge.tsx'
import { ErrorState } from '../../../shared/ui/error-state.tsx'
import { Moment } from '../../../shared/ui/moment.tsx'
import { Panel } from '../../../shared/ui/panel.tsx'
import { MonthsCalendar } from './months-calendar.tsx'
import { sampleVerdict } from './sample-verdict.ts'
import { Reconcile, SignOff } from './sign-off.tsx'
import { useMonths } from './use-months.ts'

/** When the run was reconciled, how it came out, who signed it off, and its months. */
export const ReconciliationSummary = ({ migration }: { migration: LegacyMigration }) => {
  const t = useText()
  const { reconciliation, is_reconciling, signatures } = migration
  return (
    <Stack mb="md">
      {is_reconciling && (
        <Alert color="blue" role="status">
          {t('migrations.reconciling')}
        </Alert>
      )}
      <Panel
        title={t('migrations.reconciliation_result')}
        action={
          <Group gap="xs">
            <Reconcile migration={migration} />
            <SignOff migration={migration} />
          </Group>
        }
      >
        <Stack gap="sm">
          {reconciliation === null ? (
            <Text size="sm">{t('migrations.not_reconciled')}</Text>
          ) : (
            <Outcome reconciliation={reconciliation} />
          )}
          <Signatures signatures={signatures} />
        </Stack>
      </Panel>
      {reconciliation && <Months migration={migration} reconciled_at={reconciliation.reconciled_at} />}
    </Stack>
  )
}

const Outcome = ({ reconciliation }: { reconciliation: MigrationReconciliation }) => {
  const t = useText()
  const { reconciled_at, is_outdated, has_totals, differences, sample_size, sample_opened, sample_failures } =
    reconciliation
  const verdict = sampleVerdict(reconciliation)
  return (
    <>
      {is_outdated && <Alert color="yellow">{t('migrations.outdated')}</Alert>}
      <Group gap="xs">
        <Badge tone={differences > 0 ? 'bad' : 'good'}>{t('migrations.differences_found', { differences })}</Badge>
        {sample_size > 0 && (
          <Badge tone={verdict.tone}>
            {t(verdict.text, { size: sample_size, opened: sample_opened, failures: sample_failures })}
          </Badge>
        )}
        <Text size="sm" c="dimmed">
          <Moment time={reconciled_at} />
        </Text>
      </Group>
      <Text size="sm" c="dimmed">
        {t(has_totals ? 'migrations.by_totals' : 'migrations.by_rows')}
      </Text>
    </>
  )
}

const Signatures = ({ signatures }: Pick<LegacyMigration, 'signatures'>) => {
  const t = useText()
  if (signatures.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('migrations.no_signatures')}
      </Text>
    )
  }
  return (
    <Stack gap={6}>
      {signatures.map(({ by, at, note }) => (
        <Text key={by} size="sm">
          <Badge tone="good">{t('migrations.signed_off')}</Badge> <Colleague author={by} />
          {' · '}
          <Moment time={at} />
          {' · '}
          <bdi>{note}</bdi>
        </Text>
      ))}
      {signatures.length === 1 && (
        <Text size="sm" c="dimmed">
          {t('migrations.one_signature')}
        </Text>
      )}
    </Stack>
  )
}

const Months = ({ migration, reconciled_at }: { migration: LegacyMigration; reconciled_at: string }) => {
  const t = useText()
  const { data, error, refetch } = useMonths(migration.migration_id, reconciled_at)
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data || data.length === 0) return null
  return (
    <Panel title={t('migrations.months')}>
      <MonthsCalendar rows={data} />
    </Panel>
  )
}
