import { useIntl } from 'react-intl'
import { useText } from '../../shared/i18n/text.ts'
import type { MonthCount } from './month-counts.ts'
import { monthName } from './month-name.ts'
import classes from './months-page.module.css'

const width = 10
const gap = 3
const height = 60
/** Few months do not take the whole page. */
const widestRem = 7
const parts = ['matched', 'signedOff', 'open'] as const
const classOf = { matched: classes.matched, signedOff: classes.signed, open: classes.open } as const

/** A bar a month: what matched, what was explained, and what is open. The same numbers are in the table below. */
export const MonthsChart = ({ months }: { months: readonly MonthCount[] }) => {
  const t = useText()
  const intl = useIntl()
  const most = Math.max(1, ...months.map(({ all }) => all))
  return (
    <figure className={classes.chart} style={{ maxWidth: `max(20rem, ${months.length * widestRem}rem)` }}>
      <ul className={classes.legend}>
        {parts.map((part) => (
          <li key={part}>
            <span className={`${classes.swatch} ${classOf[part]}`} aria-hidden />
            {t(`carrier.chart_${part}`)}
          </li>
        ))}
      </ul>
      <svg
        viewBox={`0 0 ${months.length * width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('carrier.chart')}
      >
        {months.map((count, index) => (
          <Bar key={count.month} count={count} left={index * width + gap / 2} scale={height / most} />
        ))}
      </svg>
      <figcaption className={classes.axis} aria-hidden>
        {months.map(({ month }) => (
          <span key={month}>{monthName(intl, month, 'short')}</span>
        ))}
      </figcaption>
    </figure>
  )
}

const Bar = ({ count, left, scale }: { count: MonthCount; left: number; scale: number }) => {
  const t = useText()
  const intl = useIntl()
  const heights = parts.map((part) => count[part] * scale)
  return (
    <g>
      {parts.map((part, place) => {
        const below = heights.slice(0, place + 1).reduce((sum, one) => sum + one, 0)
        return (
          <rect
            key={part}
            x={left}
            y={height - below}
            width={width - gap}
            height={heights[place]}
            className={classOf[part]}
          >
            <title>{`${monthName(intl, count.month)}, ${t(`carrier.chart_${part}`)}: ${intl.formatNumber(count[part])}`}</title>
          </rect>
        )
      })}
    </g>
  )
}
