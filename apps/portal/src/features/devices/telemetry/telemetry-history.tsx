import { calls, type TelemetrySeries } from '@holdfast/contract'
import { Group, SegmentedControl, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { errorInstead } from '../../../shared/api/api-error.ts'
import { readApi, session } from '../../../shared/api/client.ts'
import { LineGraph } from '../../../shared/charts/line-graph.tsx'
import { useText } from '../../../shared/i18n/text.ts'
import { addDays, dateParameter } from '../../../shared/list/period.ts'
import { ChartOrTable, type ChartView } from '../../../shared/ui/chart-or-table.tsx'
import { ErrorState } from '../../../shared/ui/error-state.tsx'
import figures from '../../../shared/ui/figure-table.module.css'
import { Moment } from '../../../shared/ui/moment.tsx'
import classes from './device-telemetry.module.css'
import { telemetryFigures } from './telemetry-figures.ts'

const spans = ['1', '7', '30', '90'] as const
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** A device that reported nothing for longer was off or away. */
const silentMs = dayMs

/** How a device was over a time: as graphs, or as a table of the same numbers. */
export const TelemetryHistory = ({ params }: { params: { device_reference: string } }) => {
  const t = useText()
  const [days, setDays] = useState<string>('30')
  const [view, setView] = useState<ChartView>('chart')
  const { client, support } = session.state()
  const { data, error, refetch } = useQuery({
    queryKey: ['telemetry series', client, support?.requestReference ?? null, params, days],
    queryFn: ({ signal }) =>
      readApi(calls.getTelemetrySeries, {
        params,
        query: { date_from: dateParameter(addDays(new Date(), -Number(days))) },
        signal,
      }),
  })
  const failure = errorInstead(error, data)
  return (
    <div className={classes.history}>
      <Group justify="space-between" mb="xs" gap="xs">
        <h3 className={classes.heading}>{t('telemetry.history')}</h3>
        <Group gap="xs">
          <SegmentedControl
            size="xs"
            aria-label={t('telemetry.history_of')}
            value={days}
            onChange={setDays}
            data={spans.map((value) => ({ value, label: t('telemetry.days', { count: Number(value) }) }))}
          />
          <ChartOrTable value={view} onChange={setView} />
        </Group>
      </Group>
      {failure && <ErrorState error={failure} onRetry={() => void refetch()} />}
      {!failure && !data && <Skeleton height="14rem" radius="md" />}
      {data && data.points.length === 0 && <p className={classes.none}>{t('telemetry.none_in_period')}</p>}
      {data && data.points.length > 0 && (view === 'chart' ? <Graphs series={data} /> : <PointTable series={data} />)}
    </div>
  )
}

/** The figures of which there is at least one value. */
const reportedFigures = ({ points }: TelemetrySeries) =>
  telemetryFigures.filter(({ name }) => points.some((point) => point[name] !== null))

const Graphs = ({ series }: { series: TelemetrySeries }) => {
  const t = useText()
  const intl = useIntl()
  const totals = { storage_free: series.storage_total, memory_free: series.memory_total }
  return (
    <div className={classes.graphs}>
      {reportedFigures(series).map(({ name, title, format, most }) => (
        <div key={name}>
          <h4 className={classes.graphTitle}>{t(title)}</h4>
          <LineGraph
            label={t('telemetry.graph_of', { what: t(title) })}
            points={series.points.map((point) => ({ at: Date.parse(point.at), value: point[name] }))}
            from={Date.parse(series.from)}
            until={Date.parse(series.until)}
            longestGapMs={Math.max(silentMs, series.step_minutes * minuteMs * 3)}
            most={most ?? (name in totals ? (totals[name as keyof typeof totals] ?? undefined) : undefined)}
            format={(value) => format(intl, value)}
          />
        </div>
      ))}
    </div>
  )
}

const PointTable = ({ series }: { series: TelemetrySeries }) => {
  const t = useText()
  const intl = useIntl()
  const reported = reportedFigures(series)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard must be able to scroll it.
    <section className={classes.scroll} tabIndex={0} aria-label={t('telemetry.history')}>
      <table className={figures.table}>
        <thead>
          <tr>
            <th scope="col">{t('telemetry.from')}</th>
            {reported.map(({ name, title }) => (
              <th key={name} scope="col">
                {t(title)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {series.points.toReversed().map((point) => (
            <tr key={point.at}>
              <th scope="row">
                <Moment time={point.at} />
              </th>
              {reported.map(({ name, format }) => {
                const value = point[name]
                return <td key={name}>{value === null ? '–' : format(intl, value)}</td>
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
