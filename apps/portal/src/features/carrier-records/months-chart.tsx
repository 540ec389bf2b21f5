import { useIntl } from 'react-intl'
import { stateColours } from '../../shared/charts/chart-colours.ts'
import { StackedBars } from '../../shared/charts/stacked-bars.tsx'
import { useText } from '../../shared/i18n/text.ts'
import type { MonthCount } from './month-counts.ts'
import { monthName } from './month-name.ts'

/** Few months do not take the whole page. */
const widestRem = 7
const parts = ['matched', 'signedOff', 'open'] as const
const colourOf = { matched: stateColours.good, signedOff: stateColours.explained, open: stateColours.bad } as const

/** A bar a month: what matched, what was explained, and what is open. The same numbers are in the table below. */
export const MonthsChart = ({ months }: { months: readonly MonthCount[] }) => {
  const t = useText()
  const intl = useIntl()
  return (
    <div style={{ maxWidth: `max(20rem, ${months.length * widestRem}rem)` }}>
      <StackedBars
        label={t('carrier.chart')}
        series={parts.map((part) => ({ name: t(`carrier.chart_${part}`), colour: colourOf[part] }))}
        periods={months.map((count) => ({
          label: monthName(intl, count.month),
          axisLabel: monthName(intl, count.month, 'short'),
          values: parts.map((part) => count[part]),
        }))}
      />
    </div>
  )
}
