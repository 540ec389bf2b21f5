import type { ReactNode } from 'react'
import classes from './charts.module.css'

export interface LegendEntry {
  name: string
  /** How the chart draws it. */
  sample: ReactNode
}

/** Explains the colours of a chart. Placed above the chart. */
export const ChartLegend = ({ entries }: { entries: readonly LegendEntry[] }) => (
  <ul className={classes.legend}>
    {entries.map(({ name, sample }) => (
      <li key={name}>
        {sample}
        {name}
      </li>
    ))}
  </ul>
)
