import { type ClientStatistics, payloadStates } from '@holdfast/contract'
import { SegmentedControl } from '@mantine/core'
import { IconChartBar } from '@tabler/icons-react'
import { FormattedNumber, useIntl } from 'react-intl'
import { useText } from '../../shared/i18n/text.ts'
import type { Column } from '../../shared/list/column.ts'
import { ListPage } from '../../shared/list/list-page.tsx'
import { prefetchList } from '../../shared/list/list-queries.ts'
import { useFilters } from '../../shared/list/use-filters.ts'
import { useCan } from '../../shared/session/profile.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { byteSize } from '../../shared/ui/byte-size.ts'
import { Moment } from '../../shared/ui/moment.tsx'
import { rowsOf, type StatisticsRows, statisticsSource } from './statistics-fields.ts'
import { StatisticsOverview } from './statistics-overview.tsx'

const Service = ({ row: { service } }: { row: ClientStatistics }) => {
  const t = useText()
  return <>{t(service === null ? 'statistics.whole_account' : `service.${service}`)}</>
}

const Stored = ({ bytes }: { bytes: number }) => <>{byteSize(useIntl(), bytes)}</>

/** When the account was counted, marked if that is long ago. */
const Counted = ({ row: { as_of, is_stale } }: { row: ClientStatistics }) => {
  const t = useText()
  if (as_of === null) return <Badge tone="warn">{t('statistics.never_counted')}</Badge>
  return (
    <>
      <Moment time={as_of} isShortToday />{' '}
      {is_stale && (
        <span title={t('statistics.stale_hint')}>
          <Badge tone="warn">{t('statistics.stale')}</Badge>
        </span>
      )}
    </>
  )
}

const countOf = (
  id: string,
  title: Column<ClientStatistics>['title'],
  of: (row: ClientStatistics) => number,
  place: Pick<Column<ClientStatistics>, 'priority' | 'isOptional'>,
): Column<ClientStatistics> => ({
  id,
  title,
  width: 'minmax(6rem, 0.6fr)',
  isNumeric: true,
  cell: (row) => <FormattedNumber value={of(row)} />,
  ...place,
})

const sumOf = ({ recordings }: ClientStatistics) => payloadStates.reduce((sum, state) => sum + recordings[state], 0)

const usualStates = ['Failed', 'Quarantined'] as const
const otherStates = payloadStates.filter((state) => !usualStates.some((usual) => usual === state))

const columns: readonly Column<ClientStatistics>[] = [
  {
    id: 'client',
    title: 'clients.client',
    width: 'minmax(8rem, 1.2fr)',
    priority: 1,
    cell: ({ client, name }) => <bdi title={client}>{name}</bdi>,
  },
  {
    id: 'service',
    title: 'statistics.service',
    width: 'minmax(6rem, 0.7fr)',
    priority: 1,
    cell: (row) => <Service row={row} />,
  },
  countOf('users', 'statistics.users', ({ users }) => users, { priority: 2 }),
  countOf('devices', 'statistics.devices', ({ devices }) => devices, { priority: 2 }),
  countOf('recordings', 'statistics.recordings', sumOf, { priority: 1 }),
  ...usualStates.map((state) =>
    countOf(state, `state.${state}`, ({ recordings }) => recordings[state], { priority: 2 }),
  ),
  ...otherStates.map((state) =>
    countOf(state, `state.${state}`, ({ recordings }) => recordings[state], { priority: 3, isOptional: true }),
  ),
  {
    id: 'stored_bytes',
    title: 'statistics.stored',
    width: 'minmax(6rem, 0.6fr)',
    priority: 2,
    isNumeric: true,
    cell: ({ stored_bytes }) => <Stored bytes={stored_bytes} />,
  },
  {
    id: 'as_of',
    title: 'statistics.as_of',
    width: 'minmax(9rem, 0.8fr)',
    priority: 3,
    cell: (row) => <Counted row={row} />,
  },
]

const columnsOf: Record<StatisticsRows, readonly Column<ClientStatistics>[]> = {
  clients: columns.filter(({ id }) => id !== 'service'),
  services: columns,
}

/** Chooses a row for each account or each service. */
const RowsChoice = () => {
  const t = useText()
  const { filter, setFilter } = useFilters()
  return (
    <SegmentedControl
      size="sm"
      aria-label={t('statistics.rows')}
      value={rowsOf(filter)}
      onChange={(rows) => {
        const { services: _, ...others } = filter
        setFilter({ ...(rows === 'clients' ? others : filter), rows })
      }}
      data={(['clients', 'services'] as const).map((value) => ({ value, label: t(`statistics.rows_${value}`) }))}
    />
  )
}

export const prefetch = prefetchList((_, filter) => statisticsSource(filter))

/** How much customers record and store: as charts, as a table and as a file. */
export default function StatisticsPage() {
  const can = useCan()
  const { filter } = useFilters()
  const source = statisticsSource(filter)
  return (
    <ListPage
      title="page.statistics"
      {...source}
      columns={columnsOf[rowsOf(filter)]}
      keyOf={({ client, service }) => `${client} ${service ?? ''}`}
      {...(can('internal:clients') && { linkOf: ({ client }: ClientStatistics) => `/internal/clients/${client}` })}
      empty={{ icon: IconChartBar, title: 'statistics.empty', body: 'statistics.empty_body' }}
      lead={<StatisticsOverview />}
    >
      <RowsChoice />
    </ListPage>
  )
}
