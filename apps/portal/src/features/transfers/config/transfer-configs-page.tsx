import { calls, type TransferConfig } from '@holdfast/contract'
import { IconTransferOut } from '@tabler/icons-react'
import { addressOf } from '../../../shared/access/addresses.ts'
import { useText } from '../../../shared/i18n/text.ts'
import { type Field, filtersOf, none } from '../../../shared/list/fields.tsx'
import { ListPage } from '../../../shared/list/list-page.tsx'
import { prefetchList } from '../../../shared/list/list-queries.ts'
import { useCan } from '../../../shared/session/profile.ts'
import { LinkButton } from '../../../shared/ui/link-button.tsx'
import { Moment } from '../../../shared/ui/moment.tsx'
import { StateOfTransfer } from '../transfer-state.tsx'
import { ConfigState, destinationText } from './config-state.tsx'
import { useScheduleWords } from './schedule-words.ts'

const ScheduleCell = ({ config: { schedule, time_zone } }: { config: TransferConfig }) => {
  const words = useScheduleWords()
  const shown = words(schedule)
  return <span title={`${shown} (${time_zone})`}>{shown}</span>
}

const fields: readonly Field<TransferConfig>[] = [
  {
    id: 'transfer_config_reference',
    title: 'transfers.configuration',
    width: 'minmax(8rem, 1fr)',
    priority: 1,
    cell: ({ transfer_config_reference }) => <bdi>{transfer_config_reference}</bdi>,
    filter: { kind: 'text', name: 'text', label: 'transfers.configuration' },
  },
  {
    id: 'destination',
    title: 'transfer_configs.destination',
    width: 'minmax(10rem, 1.5fr)',
    priority: 2,
    cell: (config) => <bdi title={destinationText(config)}>{destinationText(config)}</bdi>,
  },
  {
    id: 'schedule',
    title: 'transfer_configs.schedule',
    width: 'minmax(9rem, 1.2fr)',
    priority: 3,
    cell: (config) => <ScheduleCell config={config} />,
  },
  {
    id: 'next_run',
    title: 'transfer_configs.next_run',
    width: 'minmax(9rem, 0.9fr)',
    priority: 2,
    cell: ({ next_runs: [next] }) => (next === undefined ? none : <Moment time={next} />),
  },
  {
    id: 'last_transfer',
    title: 'transfer_configs.last_transfer',
    width: '9rem',
    priority: 2,
    cell: ({ last_transfer }) => (last_transfer ? <StateOfTransfer state={last_transfer.state} /> : none),
  },
  {
    id: 'is_active',
    title: 'field.status',
    width: '8rem',
    priority: 1,
    cell: (config) => <ConfigState config={config} />,
    filter: { kind: 'flag', name: 'is_active', label: 'transfer_configs.active' },
  },
]

const source = { call: calls.listTransferConfigs, fields: filtersOf(fields) }

export const prefetch = prefetchList(() => source)

/** Where, when and how recordings are transferred. */
export default function TransferConfigsPage() {
  const t = useText()
  const can = useCan()
  return (
    <ListPage
      title="page.transfer_configs"
      {...source}
      columns={fields}
      keyOf={({ transfer_config_reference }) => transfer_config_reference}
      linkOf={({ transfer_config_reference }) => addressOf('transfer_configs', transfer_config_reference)}
      mainAction={
        can('transfers:write') && (
          <LinkButton to="/dashboard/account/transfers/config/create">{t('transfer_configs.new')}</LinkButton>
        )
      }
      empty={{ icon: IconTransferOut, title: 'transfer_configs.empty', body: 'transfer_configs.empty_body' }}
      isChangedBy={({ kind }) => kind === 'transfer_config' || kind === 'transfer'}
    />
  )
}
