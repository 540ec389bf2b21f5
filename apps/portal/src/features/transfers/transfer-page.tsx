import { calls, type Transferable } from '@holdfast/contract'
import { Alert, Anchor, Group, Stack, Text } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { useIntl } from 'react-intl'
import { addressOf } from '../../shared/access/addresses.ts'
import { errorInstead } from '../../shared/api/api-error.ts'
import { prefetchLoaded } from '../../shared/forms/use-loaded.ts'
import { useText } from '../../shared/i18n/text.ts'
import { NeighboursControl } from '../../shared/list/neighbours-control.tsx'
import { byteSize } from '../../shared/ui/byte-size.ts'
import { DetailColumns } from '../../shared/ui/detail-columns.tsx'
import { ErrorState } from '../../shared/ui/error-state.tsx'
import { Facts } from '../../shared/ui/facts.tsx'
import { LinkButton } from '../../shared/ui/link-button.tsx'
import { Moment } from '../../shared/ui/moment.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { PageSkeleton } from '../../shared/ui/page-skeleton.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { CountsBar } from './counts-bar.tsx'
import { durationOf, useDurationWords } from './duration.ts'
import { FilesPanel } from './files-panel.tsx'
import { TransferActions } from './transfer-actions.tsx'
import { TransferStateBadge } from './transfer-state.tsx'
import { useTransfer } from './use-transfer.ts'
import { WindowText } from './window-text.tsx'

export const prefetch = prefetchLoaded(calls.getTransfer)

/** One transfer: how far it is, what became of its recordings, and its files with their attempts. */
export default function TransferPage() {
  const { transfer_id = '' } = useParams({ strict: false })
  const { data, error, refetch } = useTransfer(transfer_id)
  const failure = errorInstead(error, data)
  if (failure) return <ErrorState isScreen error={failure} onRetry={() => void refetch()} />
  if (data === undefined) return <PageSkeleton />
  return <Transfer transfer={data} />
}

const Transfer = ({ transfer }: { transfer: Transferable }) => {
  const t = useText()
  return (
    <>
      <PageHeader title={transfer.transfer_config_reference}>
        <Group gap="sm">
          <TransferStateBadge transfer={transfer} />
          <TransferActions transfer={transfer} />
          <NeighboursControl of="transfer" />
        </Group>
      </PageHeader>
      <DetailColumns
        isFactsFirst
        main={
          <>
            <Trouble transfer={transfer} />
            <Panel
              title={t('transfers.recordings')}
              action={
                <LinkButton
                  size="xs"
                  variant="default"
                  to="/dashboard/account/transfers/$transfer_id/recordings"
                  params={{ transfer_id: transfer.transfer_id }}
                >
                  {t('transfers.see_recordings')}
                </LinkButton>
              }
            >
              <Recordings transfer={transfer} />
            </Panel>
            <FilesPanel transfer={transfer} />
          </>
        }
        side={<TransferFacts transfer={transfer} />}
      />
    </>
  )
}

/** Why not everything arrived, and when it is tried again. */
const Trouble = ({ transfer: { state, error_message, next_attempt_at, is_paused } }: { transfer: Transferable }) => {
  const t = useText()
  const intl = useIntl()
  if (error_message === null) return null
  const at = next_attempt_at && intl.formatDate(next_attempt_at, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <Alert color={state === 'Failed' ? 'red' : 'yellow'} title={t('transfers.not_everything')}>
      <Stack gap={4}>
        <bdi>{error_message}</bdi>
        {at && !is_paused && <span>{t('transfers.tried_again_at', { time: at })}</span>}
      </Stack>
    </Alert>
  )
}

const Recordings = ({ transfer: { counts, transfer_id, may } }: { transfer: Transferable }) => {
  const t = useText()
  if (counts.collected === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('transfers.nothing_collected')}
      </Text>
    )
  }
  return (
    <Stack gap="sm">
      <Text size="sm">
        {t('transfers.sent_of_long', { sent: counts.sent, collected: counts.collected, left_out: counts.left_out })}
      </Text>
      <CountsBar counts={counts} transfer_id={transfer_id} />
      {may.includes('resend') && (
        <Text size="sm" c="dimmed">
          {t('transfers.resend_hint')}
        </Text>
      )}
    </Stack>
  )
}

const TransferFacts = ({ transfer }: { transfer: Transferable }) => {
  const t = useText()
  const intl = useIntl()
  const words = useDurationWords()
  const duration = durationOf(transfer)
  const { started_at, finished_at, manifest_sha256, transfer_config_reference, folder, counts } = transfer
  return (
    <Panel>
      <Facts
        title={t('transfers.window')}
        facts={[
          { label: t('transfers.window'), value: <WindowText {...transfer} /> },
          {
            label: t('transfers.configuration'),
            value: (
              <Anchor
                size="sm"
                renderRoot={(props) => (
                  <Link {...props} to={addressOf('transfer_configs', transfer_config_reference)} />
                )}
              >
                <bdi>{transfer_config_reference}</bdi>
              </Anchor>
            ),
          },
          { label: t('transfers.folder'), value: <bdi>{folder}</bdi>, copy: folder },
          { label: t('transfers.bytes'), value: byteSize(intl, counts.bytes) },
          { label: t('transfers.started'), value: started_at && <Moment time={started_at} withSeconds /> },
          { label: t('transfers.finished'), value: finished_at && <Moment time={finished_at} withSeconds /> },
          { label: t('transfers.duration'), value: duration !== null && words(duration) },
          {
            label: t('transfers.manifest_sha256'),
            value: manifest_sha256 && <code>{manifest_sha256.slice(0, 16)}…</code>,
            copy: manifest_sha256,
          },
        ]}
      />
      <Text size="sm" c="dimmed" mt="sm">
        {t('transfers.how_to_check')}
      </Text>
    </Panel>
  )
}
