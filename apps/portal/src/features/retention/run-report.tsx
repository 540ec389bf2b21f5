import type { RetentionRun } from '@holdfast/contract'
import { Button, Modal, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { FormattedNumber, useIntl } from 'react-intl'
import { Colleague } from '../../shared/found/colleague.tsx'
import { useText } from '../../shared/i18n/text.ts'
import { byteSize } from '../../shared/ui/byte-size.ts'
import { Facts } from '../../shared/ui/facts.tsx'
import { Moment } from '../../shared/ui/moment.tsx'
import { RecordingsTable } from './recordings-table.tsx'
import { SaveCertificate } from './save-certificate.tsx'

/** More lines are in the totals. */
const mostLines = 20

/** The report of a run: its results, or, for a dry run, its expected results. */
export const RunReport = ({ run }: { run: RetentionRun }) => {
  const t = useText()
  const time = useTimeOf(run)
  const [isOpen, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        aria-haspopup="dialog"
        aria-label={t('retention.report_of', { time })}
        onClick={open}
      >
        {t('retention.report')}
      </Button>
      <ReportDialog run={run} isOpen={isOpen} onClose={close} />
    </>
  )
}

const useTimeOf = ({ started_at }: RetentionRun): string =>
  useIntl().formatDate(started_at, { dateStyle: 'medium', timeStyle: 'short' })

interface ReportDialogProps {
  run: RetentionRun
  isOpen: boolean
  onClose: () => void
}

export const ReportDialog = ({ run, isOpen, onClose }: ReportDialogProps) => {
  const t = useText()
  const time = useTimeOf(run)
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      size="lg"
      title={t('retention.report_of', { time })}
      closeButtonProps={{ 'aria-label': t('form.close') }}
    >
      <Stack>
        {run.kind === 'dry_run' && <Text size="sm">{t('retention.changed_nothing')}</Text>}
        <RunFacts run={run} />
        <ReportLines run={run} />
        <Text size="sm" c="dimmed">
          {t('retention.run_whole_account')}
        </Text>
        <SaveCertificate run={run} />
      </Stack>
    </Modal>
  )
}

/** A dry run says what a run would do. */
export const doneWords = ({ kind }: Pick<RetentionRun, 'kind'>) =>
  kind === 'dry_run'
    ? ({ deleted: 'retention.would_delete', destroyed: 'retention.would_destroy' } as const)
    : ({ deleted: 'retention.deleted', destroyed: 'retention.destroyed' } as const)

const RunFacts = ({ run }: { run: RetentionRun }) => {
  const t = useText()
  const intl = useIntl()
  const { report, ended_at, policy_version, continued_by, stopped_by, allowed } = run
  const did = doneWords(run)
  const number = (value: number) => intl.formatNumber(value)
  return (
    <Facts
      title={null}
      facts={[
        { label: t('retention.run_id'), value: run.run_id, copy: run.run_id },
        { label: t('retention.run_kind'), value: t(`retention.kind_${run.kind}`) },
        { label: t('field.status'), value: t(`retention.state_${run.state}`) },
        { label: t('retention.policy_version'), value: number(policy_version) },
        {
          label: t('retention.requested_by'),
          value: run.requested_by === 'system' ? t('retention.daily') : <Colleague author={run.requested_by} />,
        },
        { label: t('retention.ended'), value: ended_at && <Moment time={ended_at} withSeconds /> },
        { label: t('retention.continued_by'), value: continued_by && <Colleague author={continued_by} /> },
        { label: t('retention.stopped_by'), value: stopped_by && <Colleague author={stopped_by} /> },
        { label: t('retention.allowed'), value: number(allowed) },
        { label: t('retention.examined'), value: number(report.examined) },
        { label: t(did.deleted), value: number(report.deleted) },
        {
          label: t(did.destroyed),
          value: `${number(report.destroyed)} (${byteSize(intl, report.destroyed_bytes)})`,
        },
        ...report.kept.map(({ reason, recordings }) => ({
          label: t(`retention.kept_${reason}`),
          value: number(recordings),
        })),
        ...report.other.map(({ entity_type, removed, reasons = [] }) => ({
          label: t(`retention.entity_${entity_type}`),
          value:
            reasons.length === 0
              ? t('retention.removed', { count: removed })
              : t('retention.removed_and_kept', {
                  removed,
                  reasons: intl.formatList(
                    reasons.map(({ reason, rows }) => t(`retention.rows_${reason}`, { count: rows })),
                    { type: 'unit' },
                  ),
                }),
        })),
      ]}
    />
  )
}

const ReportLines = ({ run }: { run: RetentionRun }) => {
  const t = useText()
  const { lines, without_time } = run.report
  const did = doneWords(run)
  return (
    <>
      <RecordingsTable
        lines={lines}
        mostLines={mostLines}
        figures={[
          { title: did.deleted, of: ({ deleted }) => <FormattedNumber value={deleted} /> },
          { title: did.destroyed, of: ({ destroyed }) => <FormattedNumber value={destroyed} /> },
        ]}
      />
      {without_time.length > 0 && (
        <Text size="sm">{t('retention.without_time', { references: without_time.join(', ') })}</Text>
      )}
    </>
  )
}
