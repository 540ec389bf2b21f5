import { useIntl } from 'react-intl'
import { axisTicks, spacedPlaces } from './axis-ticks.ts'
import { ChartFrame } from './chart-frame.tsx'
import { ChartLegend } from './chart-legend.tsx'
import classes from './charts.module.css'

export interface BarPeriod {
  label: string
  /** Shorter name for the axis. */
  axisLabel: string
  /** A number for each series. */
  values: readonly number[]
}

export interface BarSeries {
  name: string
  colour: string
}

interface StackedBarsProps {
  label: string
  /** From the bottom of the bars to their top. */
  series: readonly BarSeries[]
  periods: readonly BarPeriod[]
}

const mostLabels = 6
/** The gap between bars, as a share of their width. */
const gap = 0.16

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

/** A bar for each period, divided by series. Pointing at a bar tells its numbers. */
export const StackedBars = ({ label, series, periods }: StackedBarsProps) => {
  const intl = useIntl()
  const ticks = axisTicks(Math.max(1, ...periods.map(({ values }) => sumOf(values)))).filter(Number.isInteger)
  const most = ticks.at(-1) ?? 1
  const width = 100 / Math.max(1, periods.length)
  const title = ({ label: period, values }: BarPeriod) =>
    [
      `${period}: ${intl.formatNumber(sumOf(values))}`,
      ...values.flatMap((value, index) => (value > 0 ? [`${series[index]?.name}: ${intl.formatNumber(value)}`] : [])),
    ].join('\n')
  return (
    <figure className={classes.figure}>
      <ChartLegend
        entries={series.map(({ name, colour }) => ({
          name,
          sample: <span className={classes.swatch} style={{ background: colour }} aria-hidden />,
        }))}
      />
      <ChartFrame
        label={label}
        heightRem={14}
        ticks={ticks.map((value) => ({ value, label: intl.formatNumber(value, { notation: 'compact' }) }))}
        labels={spacedPlaces(periods.length, mostLabels).map((place) => ({
          at: (place + 0.5) / periods.length,
          label: periods[place]?.axisLabel ?? '',
        }))}
      >
        {periods.map((period, index) => {
          const heights = period.values.map((value) => (value / most) * 100)
          return (
            <g key={period.label} className={classes.period}>
              <title>{title(period)}</title>
              <rect className={classes.whole} x={index * width} y={0} width={width} height={100} />
              {heights.map((height, place) =>
                height === 0 ? null : (
                  <rect
                    key={series[place]?.name}
                    x={index * width + (width * gap) / 2}
                    y={100 - sumOf(heights.slice(0, place + 1))}
                    width={width * (1 - gap)}
                    height={height}
                    fill={series[place]?.colour}
                  />
                ),
              )}
            </g>
          )
        })}
      </ChartFrame>
    </figure>
  )
}
