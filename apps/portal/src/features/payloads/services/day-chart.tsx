import { Link } from '@tanstack/react-router'
import { useIntl } from 'react-intl'
import { useText } from '../../../shared/i18n/text.ts'
import { filterOfDay, type Service } from './service-counts.ts'
import classes from './services-page.module.css'

/** Width of a day and height of the chart, in units of the drawing. */
const dayWidth = 10
const gap = 2
const height = 48
const leastHeight = 1.5

interface DayChartProps {
  label: string
  /** Its list shows the recordings of a day. */
  service: Service
  /** yyyy-mm-dd, earliest first; the last is today. */
  dates: readonly string[]
  /** A number for each date. */
  days: readonly number[]
}

/** A bar a day, which leads to the recordings of the day. The same numbers, with the same links, are in the table of the screen. */
export const DayChart = ({ label, service, dates, days }: DayChartProps) => {
  const t = useText()
  const intl = useIntl()
  const most = Math.max(1, ...days)
  const nameOf = (index: number) => intl.formatDate(dates[index], { day: 'numeric', month: 'short', timeZone: 'UTC' })
  return (
    <figure className={classes.chart}>
      <div className={classes.bars}>
        <svg
          viewBox={`0 0 ${days.length * dayWidth} ${height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={t('services.per_day', { what: label })}
        >
          {days.map((count, index) => {
            const barHeight = count === 0 ? leastHeight : Math.max(leastHeight * 2, (count / most) * height)
            return (
              <rect
                key={nameOf(index)}
                x={index * dayWidth + gap / 2}
                y={height - barHeight}
                width={dayWidth - gap}
                height={barHeight}
                className={classes.bar}
                data-none={count === 0}
              />
            )
          })}
        </svg>
        {/* The whole height shows the number of a day, however small its bar is. Keys and screen readers use the table. */}
        <div className={classes.days} aria-hidden>
          {days.map((count, index) => {
            const date = dates[index] ?? ''
            const title = `${nameOf(index)}: ${intl.formatNumber(count)}`
            if (count === 0) return <span key={date} title={title} />
            return (
              <Link
                key={date}
                to={service.list}
                search={{ filter: filterOfDay(service, date) }}
                title={title}
                tabIndex={-1}
              />
            )
          })}
        </div>
      </div>
      <figcaption className={classes.axis} aria-hidden>
        <span>{nameOf(0)}</span>
        <span>{t('list.period_today')}</span>
      </figcaption>
    </figure>
  )
}
