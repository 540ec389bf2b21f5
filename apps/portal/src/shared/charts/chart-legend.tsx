import type { ReactNode } from 'react'
import classes from './charts.module.css'

export interface LegendEntry {
  name: string
  /** What stands for it in the chart. */
  sample: ReactNode
}

/** What the colours of a chart mean. It stands above the chart. */
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
