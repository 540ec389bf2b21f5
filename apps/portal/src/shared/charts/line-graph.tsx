import { useIntl } from 'react-intl'
import { axisTicks } from './axis-ticks.ts'
import { ChartFrame } from './chart-frame.tsx'
import classes from './charts.module.css'

export interface GraphPoint {
  /** Milliseconds since 1970. */
  at: number
  value: number | null
}

interface LineGraphProps {
  label: string
  points: readonly GraphPoint[]
  from: number
  until: number
  /** Points further apart than this are not joined: nothing was reported between them. */
  longestGapMs: number
  /** The largest value that makes sense; what is above is drawn at the edge. */
  most?: number | undefined
  format: (value: number) => string
}

interface Known {
  at: number
  value: number
}

/** The points without a long gap between them. */
const stretchesOf = (points: readonly GraphPoint[], longestGapMs: number): Known[][] => {
  const stretches: Known[][] = []
  for (const { at, value } of points) {
    if (value === null) continue
    const open = stretches.at(-1)
    const before = open?.at(-1)
    if (open && before && at - before.at <= longestGapMs) open.push({ at, value })
    else stretches.push([{ at, value }])
  }
  return stretches
}

const ticksOf = (points: readonly Known[], most: number | undefined): number[] => {
  const values = points.map(({ value }) => value)
  const least = Math.min(0, ...values)
  const hasOnlyNegative = values.every((value) => value < 0)
  if (hasOnlyNegative) return axisTicks(Math.max(...values) + 5, least)
  return axisTicks(most ?? Math.max(1, ...values), least)
}

/** A value over time. The same numbers are in a table. */
export const LineGraph = ({ label, points, from, until, longestGapMs, most, format }: LineGraphProps) => {
  const intl = useIntl()
  const stretches = stretchesOf(points, longestGapMs)
  const ticks = ticksOf(stretches.flat(), most)
  const [lowest = 0, highest = 1] = [ticks[0], ticks.at(-1)]
  const x = (at: number) => ((at - from) / Math.max(1, until - from)) * 100
  const y = (value: number) => 100 - Math.min(1, Math.max(0, (value - lowest) / (highest - lowest))) * 100
  const path = (stretch: readonly Known[]) => stretch.map(({ at, value }) => `${x(at)},${y(value)}`).join(' L')
  const dateOf = (time: number) => intl.formatDate(time, { day: 'numeric', month: 'short' })
  const middle = (from + until) / 2
  return (
    <figure className={classes.figure}>
      <ChartFrame
        label={label}
        heightRem={7}
        ticks={ticks.map((value) => ({ value, label: format(value) }))}
        labels={[
          { at: 0, label: dateOf(from) },
          { at: 0.5, label: dateOf(middle) },
          { at: 1, label: dateOf(until) },
        ]}
      >
        {stretches.map((stretch) => {
          const [first, last] = [stretch[0], stretch.at(-1)]
          if (!first || !last) return null
          if (stretch.length === 1)
            return <path key={first.at} className={classes.point} d={`M${x(first.at)},${y(first.value)} h0.001`} />
          return (
            <g key={first.at}>
              <path className={classes.below} d={`M${x(first.at)},100 L${path(stretch)} L${x(last.at)},100 Z`} />
              <path className={classes.curve} d={`M${path(stretch)}`} />
            </g>
          )
        })}
      </ChartFrame>
    </figure>
  )
}
