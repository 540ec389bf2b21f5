import {
  calls,
  type Transferable,
  type TransferItem,
  transferablePayloadTypes,
  transferOutcomes,
} from '@holdfast/contract'
import { Group, Text } from '@mantine/core'
import { IconListCheck } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useIntl } from 'react-intl'
import { queryClient } from '../../shared/api/query-client.ts'
import { isChangedBy } from '../../shared/forms/changed-queries.ts'
import { useText } from '../../shared/i18n/text.ts'
import { type Field, filtersOf, momentField, none } from '../../shared/list/fields.tsx'
import { ListPage } from '../../shared/list/list-page.tsx'
import { prefetchList } from '../../shared/list/list-queries.ts'
import type { SelectionAction } from '../../shared/list/selection/selection-action.ts'
import { recordingScreens } from '../../shared/recordings/recording-screens.ts'
import { Badge, type Tone } from '../../shared/ui/badge.tsx'
import { byteSize } from '../../shared/ui/byte-size.ts'
import { LinkButton } from '../../shared/ui/link-button.tsx'
import { resendActions } from './resend.tsx'
import { TransferStateBadge } from './transfer-state.tsx'
import { useTransfer } from './use-transfer.ts'
import { WindowText } from './window-text.tsx'

const tones: Readonly<Record<TransferItem['outcome'], Tone>> = {
  waiting: 'neutral',
  sent: 'info',
  confirmed: 'good',
  differs: 'bad',
  failed: 'bad',
  left_out: 'warn',
}

const Outcome = ({ item: { outcome, times_sent } }: { item: TransferItem }) => {
  const t = useText()
  return (
    <>
      <Badge tone={tones[outcome]}>{t(`transfers.outcome_${outcome}`)}</Badge>
      {times_sent > 1 && <span className="numeric"> ×{times_sent}</span>}
    </>
  )
}

const Type = ({ item: { payload_type } }: { item: TransferItem }) => useText()(`kind.${payload_type}`)

const Reason = ({ item: { left_out_reason, error_message } }: { item: TransferItem }) => {
  const t = useText()
  if (left_out_reason) return t(`transfers.left_out_${left_out_reason}`)
  return error_message === null ? none : <bdi title={error_message}>{error_message}</bdi>
}

const Bytes = ({ bytes }: { bytes: number | null }) => {
  const intl = useIntl()
  return bytes === null ? none : <span className="numeric">{byteSize(intl, bytes)}</span>
}

const fields: readonly Field<TransferItem>[] = [
  {
    id: 'payload_reference',
    title: 'transfers.recording',
    width: 'minmax(11rem, 1fr)',
    priority: 1,
    cell: ({ payload_reference }) => <bdi title={payload_reference}>{payload_reference}</bdi>,
    filter: { kind: 'texts', name: 'payload_references', label: 'transfers.recording' },
  },
  {
    id: 'payload_type',
    title: 'transfers.type',
    width: '7rem',
    priority: 2,
    cell: (item) => <Type item={item} />,
    filter: {
      kind: 'choices',
      name: 'payload_types',
      label: 'transfers.type',
      options: transferablePayloadTypes.map((value) => ({ value, label: `kind.${value}` as const })),
    },
  },
  {
    id: 'outcome',
    title: 'transfers.outcome',
    width: '8.5rem',
    priority: 1,
    cell: (item) => <Outcome item={item} />,
    filter: {
      kind: 'choices',
      name: 'outcomes',
      label: 'transfers.outcome',
      options: transferOutcomes.map((value) => ({ value, label: `transfers.outcome_${value}` as const })),
    },
  },
  {
    id: 'reason',
    title: 'transfers.why',
    width: 'minmax(8rem, 1.2fr)',
    priority: 2,
    cell: (item) => <Reason item={item} />,
  },
  {
    id: 'bytes',
    title: 'transfers.bytes',
    width: '6rem',
    priority: 3,
    isNumeric: true,
    cell: ({ bytes }) => <Bytes bytes={bytes} />,
  },
  {
    id: 'file_name',
    title: 'transfers.file',
    width: 'minmax(9rem, 1.3fr)',
    priority: 3,
    isOptional: true,
    cell: ({ file_name }) => (file_name === null ? none : <bdi title={file_name}>{file_name}</bdi>),
  },
  momentField('sent_at', 'transfers.sent_at'),
  momentField('confirmed_at', 'transfers.confirmed_at', { priority: 3 }),
]

const keyOf = ({ payload_reference }: TransferItem): string => payload_reference

/** The recording itself, where its type has a screen. */
const addressOf = ({ payload_type, payload_reference }: TransferItem): string =>
  (recordingScreens[payload_type] ?? '/dashboard/services/diagnostics').replace(
    '$payload_reference',
    encodeURIComponent(payload_reference),
  )

const sourceOf = (transfer_id: string) => ({
  call: calls.listTransferItems,
  params: { transfer_id },
  fields: filtersOf(fields),
})

export const prefetch = prefetchList(({ params }) => sourceOf(params.transfer_id ?? ''))

const noActions: readonly SelectionAction[] = []

/** Facts and progress of a transfer. */
const OfTransfer = ({ transfer }: { transfer: Transferable }) => (
  <Group gap="sm" mb="sm">
    <Text size="sm" component="span">
      <bdi>{transfer.transfer_config_reference}</bdi> · <WindowText {...transfer} />
    </Text>
    <TransferStateBadge transfer={transfer} />
  </Group>
)

const ofItems = isChangedBy(calls.runTransfer, [calls.listTransferItems])

/** Reads the recordings again when their transfer has changed, also if its live notice was missed. */
const useItemsAgain = (updated_at: string | undefined): void => {
  useEffect(() => {
    if (updated_at !== undefined) void queryClient.invalidateQueries({ predicate: ofItems })
  }, [updated_at])
}

/** The recordings of a transfer, and what became of each. */
export default function TransferItemsPage() {
  const t = useText()
  const { transfer_id = '' } = useParams({ strict: false })
  const { data } = useTransfer(transfer_id)
  useItemsAgain(data?.updated_at)
  return (
    <ListPage
      title="page.transfer_items"
      lead={data && <OfTransfer transfer={data} />}
      {...sourceOf(transfer_id)}
      columns={fields}
      keyOf={keyOf}
      linkOf={addressOf}
      actions={data?.may.includes('resend') ? resendActions : noActions}
      nameOf={keyOf}
      mainAction={
        <LinkButton variant="default" to="/dashboard/account/transfers/$transfer_id" params={{ transfer_id }}>
          {t('transfers.back_to_transfer')}
        </LinkButton>
      }
      empty={{ icon: IconListCheck, title: 'transfers.no_items', body: 'transfers.no_items_body' }}
      isChangedBy={({ kind, reference }) => kind === 'transfer' && reference === transfer_id}
    />
  )
}
