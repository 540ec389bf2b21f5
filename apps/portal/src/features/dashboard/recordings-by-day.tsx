import { SegmentedControl, Skeleton } from '@mantine/core'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { errorInstead } from '../../shared/api/api-error.ts'
import { useText } from '../../shared/i18n/text.ts'
import { BarTable } from '../../shared/ui/bar-table.tsx'
import { ErrorState } from '../../shared/ui/error-state.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import classes from './dashboard-page.module.css'
import { useRecordingCounts } from './recording-counts.ts'

interface Day {
  weekday: string
  date: string
  label: string
  value: number
}

const DayColumns = ({ days }: { days: readonly Day[] }) => {
  const intl = useIntl()
  const largest = Math.max(1, ...days.map(({ value }) => value))
  return (
    <ul className={classes.columns}>
      {days.map(({ weekday, date, label, value }) => (
        <li key={label} className={classes.column}>
          <span>{intl.formatNumber(value)}</span>
          <span className={classes.pillar} style={{ height: `${(value / largest) * 75}%` }} />
          <span className={classes.day}>
            <span className={classes.weekday}>{weekday} </span>
            {date}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Recordings per day, as a chart or as a table, and per kind. */
export const RecordingsByDay = () => {
  const t = useText()
  const intl = useIntl()
  const [view, setView] = useState('chart')
  const { data, error, refetch } = useRecordingCounts()
  const failure = errorInstead(error, data)
  if (failure) return <ErrorState error={failure} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={300} radius="lg" />
  const days = data.days.map(({ day, count }) => ({
    weekday: intl.formatDate(day, { weekday: 'short', timeZone: 'UTC' }),
    date: intl.formatDate(day, { day: 'numeric', timeZone: 'UTC' }),
    label: intl.formatDate(day, { weekday: 'short', day: 'numeric', timeZone: 'UTC' }),
    value: count,
  }))
  const isEmpty = days.every(({ value }) => value === 0)
  return (
    <Panel
      title={t('overview.recordings')}
      action={
        <SegmentedControl
          size="xs"
          aria-label={t('overview.view')}
          value={view}
          onChange={setView}
          data={[
            { value: 'chart', label: t('overview.chart') },
            { value: 'table', label: t('overview.table') },
          ]}
        />
      }
    >
      {isEmpty ? (
        <p className={classes.none}>{t('overview.no_recordings')}</p>
      ) : (
        <div className={classes.halves}>
          {view === 'chart' ? (
            <DayColumns days={days} />
          ) : (
            <BarTable
              label={t('overview.recordings')}
              head={[t('overview.day'), t('overview.recordings_count')]}
              rows={days}
            />
          )}
          <BarTable
            label={t('payload.kind')}
            head={[t('payload.kind'), t('overview.recordings_count')]}
            rows={data.kinds.map(({ title, count }) => ({ label: t(title), value: count }))}
          />
        </div>
      )}
    </Panel>
  )
}
