import { calls, type RetentionRun, type RetentionRunState } from '@holdfast/contract'
import { Group, Skeleton, Table, Text, VisuallyHidden } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { useEffect } from 'react'
import { FormattedNumber } from 'react-intl'
import { ConfirmButton } from '../../shared/forms/confirm-button.tsx'
import { Refusal } from '../../shared/forms/refusal.tsx'
import { readItemAgain } from '../../shared/forms/use-loaded.ts'
import { useSave } from '../../shared/forms/use-save.ts'
import { Colleague } from '../../shared/found/colleague.tsx'
import { useText } from '../../shared/i18n/text.ts'
import { ShowMore } from '../../shared/list/show-more.tsx'
import { useList } from '../../shared/list/use-list.ts'
import { useEvents } from '../../shared/live/use-events.ts'
import { useCan } from '../../shared/session/profile.ts'
import { Badge, type Tone } from '../../shared/ui/badge.tsx'
import { ErrorState } from '../../shared/ui/error-state.tsx'
import { Moment } from '../../shared/ui/moment.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { doneWords, RunReport } from './run-report.tsx'

const everything = {}
const noParams = {}
/** How often the progress of a run is read. */
const progressMs = 4000

const tones: Record<RetentionRunState, Tone> = {
  Running: 'info',
  NeedsWord: 'warn',
  Completed: 'good',
  Stopped: 'neutral',
}

/** Runs of the policy with their progress and reports, and the buttons that begin one. */
export const RunsPanel = () => {
  const t = useText()
  const runs = useList({ call: calls.listRetentionRuns, filter: everything })
  const { rows, isLoading, error, reload, readAgain } = runs
  // A run that begins, waits or ends also changes what the policy's screen shows above.
  useEvents(({ kind }) => {
    if (kind !== 'retention') return
    readAgain()
    readItemAgain(calls.getRetention, noParams)
  })
  const isRunning = rows.some(({ state }) => state === 'Running')
  const { start, stop } = useInterval(readAgain, progressMs)
  useEffect(() => {
    if (!isRunning) return
    start()
    return stop
  }, [isRunning, start, stop])
  return (
    <Panel title={t('retention.runs')} action={<StartRun />}>
      {error && <ErrorState error={error} onRetry={reload} />}
      {isLoading && <Skeleton height={120} />}
      {!isLoading && !error && rows.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('retention.no_runs')}
        </Text>
      )}
      {rows.length > 0 && <Runs rows={rows} />}
      <ShowMore list={runs} />
    </Panel>
  )
}

const Runs = ({ rows }: { rows: readonly RetentionRun[] }) => {
  const t = useText()
  return (
    <Table.ScrollContainer minWidth={640} scrollAreaProps={{ type: 'auto', viewportProps: { tabIndex: 0 } }}>
      <Table fz="sm" aria-label={t('retention.runs')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('retention.started')}</Table.Th>
            <Table.Th>{t('retention.run_kind')}</Table.Th>
            <Table.Th>{t('field.status')}</Table.Th>
            <Table.Th>{t('retention.requested_by')}</Table.Th>
            <Table.Th ta="end">{t('retention.deleted')}</Table.Th>
            <Table.Th ta="end">{t('retention.destroyed')}</Table.Th>
            <Table.Th>
              <VisuallyHidden>{t('retention.report')}</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((run) => (
            <Table.Tr key={run.run_id}>
              <Table.Td>
                <Moment time={run.started_at} />
              </Table.Td>
              <Table.Td>{t(`retention.kind_${run.kind}`)}</Table.Td>
              <Table.Td>
                <Badge tone={tones[run.state]}>{t(`retention.state_${run.state}`)}</Badge>
              </Table.Td>
              <Table.Td>
                {run.requested_by === 'system' ? t('retention.daily') : <Colleague author={run.requested_by} />}
              </Table.Td>
              <Table.Td ta="end">
                <Done run={run} step="deleted" />
              </Table.Td>
              <Table.Td ta="end">
                <Done run={run} step="destroyed" />
              </Table.Td>
              <Table.Td>
                <RunReport run={run} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

/** How much a run did; of a dry run, with the words that it would. */
const Done = ({ run, step }: { run: RetentionRun; step: 'deleted' | 'destroyed' }) => {
  const t = useText()
  const figure = <FormattedNumber value={run.report[step]} />
  if (run.kind !== 'dry_run') return figure
  return (
    <Text span inherit c="dimmed">
      {t(doneWords(run)[step])} {figure}
    </Text>
  )
}

const StartRun = () => {
  const t = useText()
  const can = useCan()
  const { save, isSaving, refusal } = useSave({
    call: calls.startRetentionRun,
    changes: [calls.getRetention],
    onSaved: () => undefined,
  })
  if (!can('retention:write')) return null
  return (
    <>
      <Group gap="xs">
        <ConfirmButton
          size="xs"
          variant="default"
          color="cerulean"
          label={t('retention.dry_run')}
          title={t('retention.dry_run_title')}
          body={t('retention.dry_run_body')}
          isBusy={isSaving}
          onConfirm={() => save({ body: { is_dry_run: true } })}
        />
        <ConfirmButton
          size="xs"
          variant="default"
          color="red"
          label={t('retention.run_now')}
          title={t('retention.run_title')}
          body={t('retention.run_body')}
          isBusy={isSaving}
          onConfirm={() => save({ body: { is_dry_run: false } })}
        />
      </Group>
      <Refusal refusal={refusal} />
    </>
  )
}
