import type { ReactNode } from 'react'
import classes from './charts.module.css'

interface ChartFrameProps {
  /** In words, for those who don't see it. The same numbers are in a table. */
  label: string
  heightRem: number
  ticks: readonly { value: number; label: string }[]
  /** Below the plot, each at a share of its width. */
  labels: readonly { at: number; label: string }[]
  /** In a drawing of 100 by 100 units that is stretched to the plot. */
  children: ReactNode
}

const edgeOf = (at: number): 'first' | 'last' | undefined => (at < 0.03 ? 'first' : at > 0.97 ? 'last' : undefined)

/** The axes of a chart. */
export const ChartFrame = ({ label, heightRem, ticks, labels, children }: ChartFrameProps) => {
  const lowest = ticks[0]?.value ?? 0
  const span = (ticks.at(-1)?.value ?? 1) - lowest
  const height = (value: number) => `${((value - lowest) / span) * 100}%`
  const widest = ticks.reduce((longest, tick) => (tick.label.length > longest.length ? tick.label : longest), '')
  return (
    <div className={classes.plot} style={{ paddingTop: '0.5rem' }}>
      <div className={classes.ticks} style={{ height: `${heightRem}rem` }} aria-hidden>
        <span className={classes.tickWidth}>{widest}</span>
        {ticks.map((tick) => (
          <span key={tick.value} className={classes.tick} style={{ bottom: height(tick.value) }}>
            {tick.label}
          </span>
        ))}
      </div>
      <div className={classes.area}>
        {ticks.map(({ value }) => (
          <span key={value} className={classes.line} style={{ bottom: height(value) }} />
        ))}
        <svg className={classes.drawing} viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-label={label}>
          {children}
        </svg>
      </div>
      <div className={classes.labels} data-many={labels.length > 3} aria-hidden>
        {labels.map(({ at, label: text }) => (
          <span key={at} className={classes.label} data-edge={edgeOf(at)} style={{ left: `${at * 100}%` }}>
            {text}
          </span>
        ))}
      </div>
    </div>
  )
}
