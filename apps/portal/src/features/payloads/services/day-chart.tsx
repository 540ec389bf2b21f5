import { useIntl } from 'react-intl'
import { useText } from '../../../shared/i18n/text.ts'
import classes from './services-page.module.css'

/** Width of a day and height of the chart, in units of the drawing. */
const dayWidth = 10
const gap = 2
const height = 48
const leastHeight = 1.5

interface DayChartProps {
  label: string
  /** yyyy-mm-dd, earliest first; the last is today. */
  dates: readonly string[]
  /** A number for each date. */
  days: readonly number[]
}

/** A bar a day. The same numbers are in the table of the screen. */
export const DayChart = ({ label, dates, days }: DayChartProps) => {
  const t = useText()
  const intl = useIntl()
  const most = Math.max(1, ...days)
  const nameOf = (index: number) => intl.formatDate(dates[index], { day: 'numeric', month: 'short', timeZone: 'UTC' })
  return (
    <figure className={classes.chart}>
      <svg
        viewBox={`0 0 ${days.length * dayWidth} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('services.per_day', { what: label })}
      >
        {days.map((count, index) => {
          const barHeight = count === 0 ? leastHeight : Math.max(leastHeight * 2, (count / most) * height)
          return (
            <g key={nameOf(index)} className={classes.day} data-none={count === 0}>
              <title>{`${nameOf(index)}: ${intl.formatNumber(count)}`}</title>
              {/* The whole height shows the number of a day, however small its bar is. */}
              <rect x={index * dayWidth} y={0} width={dayWidth} height={height} className={classes.dayArea} />
              <rect
                x={index * dayWidth + gap / 2}
                y={height - barHeight}
                width={dayWidth - gap}
                height={barHeight}
                className={classes.bar}
              />
            </g>
          )
        })}
      </svg>
      <figcaption className={classes.axis} aria-hidden>
        <span>{nameOf(0)}</span>
        <span>{t('list.period_today')}</span>
      </figcaption>
    </figure>
  )
}
