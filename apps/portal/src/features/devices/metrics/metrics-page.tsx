import { calls, type DevicePayloadMetric, devicePayloadsMetricScopes } from '@holdfast/contract'
import { IconChartBar } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useNames } from '../../../shared/found/use-names.ts'
import { useText } from '../../../shared/i18n/text.ts'
import type { Column } from '../../../shared/list/column.ts'
import { ListPage } from '../../../shared/list/list-page.tsx'
import { prefetchList } from '../../../shared/list/list-queries.ts'
import { useFilters } from '../../../shared/list/use-filters.ts'
import { Moment } from '../../../shared/ui/moment.tsx'
import { metricFields } from './metric-fields.ts'
import { MetricScope, scopeOf } from './metric-scope.tsx'
import { MetricsChart } from './metrics-chart.tsx'
import { usePeriodName } from './period-name.ts'

const People = ({ references }: { references: readonly string[] }) => {
  const nameOf = useNames(references)
  const names = references.map(nameOf).join(', ')
  return <bdi title={names}>{names || '–'}</bdi>
}

const Kind = ({ metric }: { metric: DevicePayloadMetric }) => useText()(`kind.${metric.payload_type}`)

const Period = ({ period }: { period: string | null }) => usePeriodName(scopeOf(useFilters().filter))(period)

const columns: readonly Column<DevicePayloadMetric>[] = [
  {
    id: 'device_reference',
    title: 'device.reference',
    width: 'minmax(7rem, 1fr)',
    priority: 1,
    cell: ({ device_reference }) => device_reference,
  },
  {
    id: 'people',
    title: 'device.user',
    width: 'minmax(7rem, 1.3fr)',
    priority: 2,
    cell: ({ device_user_references }) => <People references={device_user_references} />,
  },
  {
    id: 'payload_type',
    title: 'payload.kind',
    width: 'minmax(6rem, 0.8fr)',
    priority: 1,
    cell: (metric) => <Kind metric={metric} />,
  },
  {
    id: 'period',
    title: 'metrics.period',
    width: 'minmax(7rem, 1fr)',
    priority: 1,
    cell: ({ period }) => <Period period={period} />,
  },
  { id: 'count', title: 'metrics.count', width: '6.5rem', priority: 1, isNumeric: true, cell: ({ count }) => count },
  {
    id: 'first_occurrence',
    title: 'metrics.first',
    width: 'minmax(9.5rem, 0.8fr)',
    priority: 3,
    cell: ({ first_occurrence }) => <Moment time={first_occurrence} />,
  },
  {
    id: 'last_occurrence',
    title: 'metrics.last',
    width: 'minmax(9.5rem, 0.8fr)',
    priority: 2,
    cell: ({ last_occurrence }) => <Moment time={last_occurrence} />,
  },
]

const source = {
  call: calls.listMetrics,
  fields: metricFields,
  hasPeriod: true,
  ownFilters: { scope: devicePayloadsMetricScopes },
}

export const prefetch = prefetchList((_, filter) => ({ ...source, params: { scope: scopeOf(filter) } }))

/** How much devices record: by period as a chart, by device and type as a list and as a file. */
export default function MetricsPage() {
  const scope = scopeOf(useFilters().filter)
  const params = useMemo(() => ({ scope }), [scope])
  return (
    <ListPage
      title="page.metrics"
      {...source}
      params={params}
      columns={scope === 'Summary' ? columns.filter(({ id }) => id !== 'period') : columns}
      keyOf={({ device_reference, payload_type, period }) => `${device_reference} ${payload_type} ${period}`}
      linkOf={({ device_reference }) => `/dashboard/devices/${encodeURIComponent(device_reference)}`}
      empty={{ icon: IconChartBar, title: 'metrics.empty', body: 'metrics.empty_body' }}
      lead={<MetricsChart />}
    >
      <MetricScope />
    </ListPage>
  )
}
