import { calls, type Transferable, transferStates } from '@holdfast/contract'
import { Text } from '@mantine/core'
import { IconTransferOut } from '@tabler/icons-react'
import { useIntl } from 'react-intl'
import { useText } from '../../shared/i18n/text.ts'
import { type Field, filtersOf, momentField, none } from '../../shared/list/fields.tsx'
import { ListPage } from '../../shared/list/list-page.tsx'
import { prefetchList } from '../../shared/list/list-queries.ts'
import { rowsOfCall } from '../../shared/list/list-reader.ts'
import { byteSize } from '../../shared/ui/byte-size.ts'
import { LinkButton } from '../../shared/ui/link-button.tsx'
import { CountsCell } from './counts-bar.tsx'
import { durationOf, useDurationWords } from './duration.ts'
import { TransferStateBadge } from './transfer-state.tsx'
import { WindowText } from './window-text.tsx'

const Bytes = ({ bytes }: { bytes: number }) => {
  const intl = useIntl()
  return <span className="numeric">{byteSize(intl, bytes)}</span>
}

const Duration = ({ transfer }: { transfer: Transferable }) => {
  const words = useDurationWords()
  const duration = durationOf(transfer)
  return duration === null ? none : <span className="numeric">{words(duration)}</span>
}

const fields: readonly Field<Transferable>[] = [
  {
    id: 'report_to',
    title: 'transfers.window',
    width: 'minmax(14.5rem, 1.6fr)',
    priority: 1,
    cell: (transfer) => <WindowText {...transfer} />,
  },
  {
    id: 'transfer_config_reference',
    title: 'transfers.configuration',
    width: 'minmax(8rem, 1fr)',
    priority: 1,
    cell: ({ transfer_config_reference }) => <bdi>{transfer_config_reference}</bdi>,
    filter: { kind: 'texts', name: 'transfer_config_references', label: 'transfers.configuration' },
  },
  {
    id: 'counts',
    title: 'transfers.recordings',
    width: 'minmax(9rem, 1.2fr)',
    priority: 2,
    cell: ({ counts }) => <CountsCell counts={counts} />,
  },
  {
    id: 'bytes',
    title: 'transfers.bytes',
    width: '6rem',
    priority: 3,
    isNumeric: true,
    cell: ({ counts }) => <Bytes bytes={counts.bytes} />,
  },
  {
    id: 'error_message',
    title: 'transfers.error',
    width: 'minmax(8rem, 1.4fr)',
    priority: 3,
    isOptional: true,
    cell: ({ error_message }) => (error_message === null ? none : <span title={error_message}>{error_message}</span>),
  },
  momentField('started_at', 'transfers.started', { priority: 3, isOptional: true }),
  momentField('finished_at', 'transfers.finished', { priority: 3, isOptional: true }),
  {
    id: 'duration',
    title: 'transfers.duration',
    width: '6.5rem',
    priority: 3,
    isNumeric: true,
    cell: (transfer) => <Duration transfer={transfer} />,
  },
  {
    id: 'state',
    title: 'field.status',
    width: '10rem',
    priority: 1,
    cell: (transfer) => <TransferStateBadge transfer={transfer} />,
    filter: {
      kind: 'choices',
      name: 'states',
      label: 'field.status',
      options: transferStates.map((value) => ({ value, label: `transfers.state_${value}` as const })),
    },
  },
]

const source = { call: calls.listTransfers, fields: filtersOf(fields), hasPeriod: true }

const keyOf = ({ transfer_id }: Transferable): string => transfer_id
const addressOf = ({ transfer_id }: Transferable): string => `/dashboard/account/transfers/${transfer_id}`

export const rows = [rowsOfCall(calls.listTransfers, keyOf, addressOf)]

export const prefetch = prefetchList(() => source)

/** Transfers to the customer's own archive, those of the latest windows first. */
export default function TransfersPage() {
  const t = useText()
  return (
    <ListPage
      title="page.transfers"
      {...source}
      columns={fields}
      keyOf={keyOf}
      linkOf={addressOf}
      lead={
        <Text size="sm" c="dimmed" mb="sm">
          {t('transfers.lead')}
        </Text>
      }
      mainAction={
        <>
          <LinkButton variant="default" to="/dashboard/account/transfers/days">
            {t('page.transfer_days')}
          </LinkButton>
          <LinkButton variant="default" to="/dashboard/account/transfers/config">
            {t('page.transfer_configs')}
          </LinkButton>
        </>
      }
      empty={{ icon: IconTransferOut, title: 'transfers.empty', body: 'transfers.empty_body' }}
      isChangedBy={({ kind }) => kind === 'transfer'}
    />
  )
}
