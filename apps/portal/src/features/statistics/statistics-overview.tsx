import { calls, type StatisticsTotals } from '@holdfast/contract'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useIntl } from 'react-intl'
import { errorInstead } from '../../shared/api/api-error.ts'
import { readApi, session } from '../../shared/api/client.ts'
import { stateColours } from '../../shared/charts/chart-colours.ts'
import { StackedBars } from '../../shared/charts/stacked-bars.tsx'
import { useText } from '../../shared/i18n/text.ts'
import { requestOf } from '../../shared/list/list-queries.ts'
import { useFilters } from '../../shared/list/use-filters.ts'
import { byteSize } from '../../shared/ui/byte-size.ts'
import { ChartOrTable, type ChartView } from '../../shared/ui/chart-or-table.tsx'
import { ErrorState } from '../../shared/ui/error-state.tsx'
import { FigureTable } from '../../shared/ui/figure-table.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { type StateGroup, stateGroups, statesByDay } from './day-states.ts'
import { statisticsSource } from './statistics-fields.ts'
import classes from './statistics-page.module.css'

/** The totals for the filters of the list, which its first page has. */
const useTotals = () => {
  const { filter } = useFilters()
  const asked = useMemo(() => requestOf(statisticsSource(filter), { filter }).filter, [filter])
  const { client } = session.state()
  return useQuery({
    queryKey: ['statistics totals', client, asked],
    queryFn: async ({ signal }) => {
      const page = await readApi(calls.listStatistics, {
        query: { filter: asked, limit: 1 },
        isPortalRead: true,
        signal,
      })
      return 'totals' in page ? page.totals : null
    },
    placeholderData: (previous) => previous,
  })
}

/** The figures of all accounts together: numbers, by day and by service. */
export const StatisticsOverview = () => {
  const { data, error, refetch } = useTotals()
  const failure = errorInstead(error, data)
  if (failure) return <ErrorState error={failure} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height="34rem" radius="md" mb="md" />
  return (
    <div className={classes.overview}>
      <Sums totals={data} />
      <ByDay totals={data} />
      <ByService totals={data} />
    </div>
  )
}

const sumOfStates = ({ recordings }: StatisticsTotals): number =>
  Object.values(recordings).reduce((sum, count) => sum + count, 0)

const Sums = ({ totals }: { totals: StatisticsTotals }) => {
  const t = useText()
  const intl = useIntl()
  const { clients, users, devices, stored_bytes, stale_clients } = totals
  const sums = [
    ['statistics.accounts', clients],
    ['statistics.users', users],
    ['statistics.devices', devices],
    ['statistics.recordings', sumOfStates(totals)],
  ] as const
  return (
    <Panel>
      <dl className={classes.sums}>
        {sums.map(
          ([label, value]) =>
            value !== null && (
              <div key={label}>
                <dt>{t(label)}</dt>
                <dd>{intl.formatNumber(value)}</dd>
              </div>
            ),
        )}
        <div title={t('statistics.stored_hint')}>
          <dt>{t('statistics.stored')}</dt>
          <dd>{byteSize(intl, stored_bytes)}</dd>
        </div>
      </dl>
      {stale_clients > 0 && (
        <p className={classes.note} role="status">
          {t('statistics.stale_accounts', { count: stale_clients })}
        </p>
      )}
    </Panel>
  )
}

const colours: Record<StateGroup, string> = {
  good: stateColours.good,
  waiting: 'var(--holdfast-accent)',
  bad: stateColours.bad,
  other: stateColours.explained,
}

const ByDay = ({ totals }: { totals: StatisticsTotals }) => {
  const t = useText()
  const intl = useIntl()
  const [view, setView] = useState<ChartView>('chart')
  const days = statesByDay(totals)
  const series = stateGroups.map((group) => ({ name: t(`statistics.${group}`), colour: colours[group] }))
  const named = (day: string) => intl.formatDate(day, { dateStyle: 'medium', timeZone: 'UTC' })
  const onAxis = (day: string) => intl.formatDate(day, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const { from, to } = totals
  return (
    <Panel title={t('statistics.by_day')} action={<ChartOrTable value={view} onChange={setView} />}>
      <div className={classes.days}>
        {sumOfStates(totals) === 0 && <p className={classes.note}>{t('statistics.none')}</p>}
        {sumOfStates(totals) > 0 && view === 'chart' && (
          <StackedBars
            label={t('statistics.by_day')}
            series={series}
            periods={days.map(({ day, values }) => ({ label: named(day), axisLabel: onAxis(day), values }))}
          />
        )}
        {sumOfStates(totals) > 0 && view === 'table' && (
          <FigureTable
            label={t('statistics.by_day')}
            head={[t('statistics.day'), ...series.map(({ name }) => name), t('statistics.sum')]}
            rows={days.toReversed().map(({ day, values }) => ({
              name: named(day),
              cells: [...values, values.reduce((sum, value) => sum + value, 0)].map((value) =>
                intl.formatNumber(value),
              ),
            }))}
          />
        )}
      </div>
      <p className={classes.note}>{t('statistics.period', { from: named(from), to: named(to) })}</p>
    </Panel>
  )
}

const ByService = ({ totals: { services } }: { totals: StatisticsTotals }) => {
  const t = useText()
  const intl = useIntl()
  return (
    <Panel title={t('statistics.by_service')}>
      <FigureTable
        label={t('statistics.by_service')}
        head={[
          t('statistics.service'),
          t('statistics.users'),
          t('statistics.devices'),
          t('statistics.of_period'),
          t('statistics.stored'),
        ]}
        rows={services.map(({ service, users, devices, recordings, stored_bytes }) => ({
          name: t(service === null ? 'statistics.no_service' : `service.${service}`),
          cells: [
            service === null ? '–' : intl.formatNumber(users),
            service === null ? '–' : intl.formatNumber(devices),
            intl.formatNumber(recordings),
            byteSize(intl, stored_bytes),
          ],
        }))}
      />
    </Panel>
  )
}
