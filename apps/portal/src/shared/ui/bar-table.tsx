import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import classes from './bar-table.module.css'

export interface BarRow {
  label: string
  value: number
  /** Where two rows may have the same label. */
  id?: string
  /** Shown instead of the label, such as a link. */
  name?: ReactNode
}

interface BarTableProps {
  label: string
  head: readonly [label: string, value: string]
  rows: readonly BarRow[]
}

/** A table of numbers with a bar in each row: chart and table in one. */
export const BarTable = ({ label, head, rows }: BarTableProps) => {
  const intl = useIntl()
  const largest = Math.max(1, ...rows.map(({ value }) => value))
  return (
    <table className={classes.table} aria-label={label}>
      <thead className={classes.head}>
        <tr>
          <th scope="col">{head[0]}</th>
          <th scope="col">{head[1]}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id ?? row.label} className={classes.row}>
            <th scope="row" className={classes.label}>
              {row.name ?? row.label}
              <span className={classes.bar} style={{ width: `${(row.value / largest) * 100}%` }} />
            </th>
            <td className={classes.value}>{intl.formatNumber(row.value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
