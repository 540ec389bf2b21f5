import { calls, type PeriodMetrics } from '@holdfast/contract'
import { Box, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useIntl } from 'react-intl'
import { errorInstead } from '../../../shared/api/api-error.ts'
import { readApi, session } from '../../../shared/api/client.ts'
import { typeColours } from '../../../shared/charts/chart-colours.ts'
import { StackedBars } from '../../../shared/charts/stacked-bars.tsx'
import { useText } from '../../../shared/i18n/text.ts'
import { filterOfCall } from '../../../shared/list/filter-fields.ts'
import { datesOfCall } from '../../../shared/list/period.ts'
import { useFilters } from '../../../shared/list/use-filters.ts'
import { ChartOrTable, type ChartView } from '../../../shared/ui/chart-or-table.tsx'
import { ErrorState } from '../../../shared/ui/error-state.tsx'
import { FigureTable } from '../../../shared/ui/figure-table.tsx'
import { Panel } from '../../../shared/ui/panel.tsx'
import { metricFields } from './metric-fields.ts'
import { beginsWhereCounted, periodCounts } from './metric-periods.ts'
import { scopeOf } from './metric-scope.tsx'
import classes from './metrics-page.module.css'
import { useAxisName, usePeriodName } from './period-name.ts'

/** The sums for the filters of the list. */
const usePeriodMetrics = () => {
  const { filter } = useFilters()
  const scope = scopeOf(filter)
  const asked = useMemo(() => ({ ...filterOfCall(filter, metricFields), ...datesOfCall(filter, new Date()) }), [filter])
  const { client, support } = session.state()
  return useQuery({
    queryKey: ['period metrics', client, support?.requestReference ?? null, scope, asked],
    queryFn: ({ signal }) => readApi(calls.getPeriodMetrics, { params: { scope }, query: { filter: asked }, signal }),
    placeholderData: (previous) => previous,
  })
}

/** How much of each type was recorded in each period, as a chart or as a table. */
export const MetricsChart = () => {
  const t = useText()
  const [view, setView] = useState<ChartView>('chart')
  const { data, error, refetch } = usePeriodMetrics()
  const failure = errorInstead(error, data)
  if (failure) return <ErrorState error={failure} onRetry={() => void refetch()} />
  return (
    <Box mb="md">
      <Panel title={t('metrics.by_period')} action={<ChartOrTable value={view} onChange={setView} />}>
        <div className={classes.counted}>
          {data ? <Counted metrics={data} isTable={view === 'table'} /> : <Skeleton height="21rem" radius="md" />}
        </div>
      </Panel>
    </Box>
  )
}

const Counted = ({ metrics, isTable }: { metrics: PeriodMetrics; isTable: boolean }) => {
  const t = useText()
  const intl = useIntl()
  const nameOf = usePeriodName(metrics.scope)
  const axisNameOf = useAxisName(metrics.scope)
  const { types, periods } = periodCounts(metrics, new Date().toISOString().slice(0, 10))
  const named = periods.map(({ period, values }) => ({ label: nameOf(period), axisLabel: axisNameOf(period), values }))
  const series = types.map((type) => ({ name: t(`kind.${type}`), colour: typeColours[type] }))
  if (periods.length === 0) return <p className={classes.none}>{t('metrics.empty_body')}</p>
  return (
    <>
      {isTable ? (
        <FigureTable
          label={t('metrics.by_period')}
          head={[t('metrics.period'), ...series.map(({ name }) => name), t('metrics.sum')]}
          rows={named.toReversed().map(({ label, values }) => ({
            name: label,
            cells: [...values, values.reduce((sum, value) => sum + value, 0)].map((value) => intl.formatNumber(value)),
          }))}
        />
      ) : (
        <StackedBars label={t('metrics.by_period')} series={series} periods={named} />
      )}
      <p className={classes.note}>
        {t('metrics.utc_days')}
        {metrics.counted_from !== null &&
          beginsWhereCounted(metrics) &&
          ` ${t('metrics.counted_from', {
            date: intl.formatDate(metrics.counted_from, { dateStyle: 'medium', timeZone: 'UTC' }),
          })}`}
      </p>
    </>
  )
}
