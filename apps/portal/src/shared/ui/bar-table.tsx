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
  /** A value at which each row has a line, such as a limit; say in words which. */
  mark?: number
}

/** A table of numbers with a bar in each row: chart and table in one. */
export const BarTable = ({ label, head, rows, mark }: BarTableProps) => {
  const intl = useIntl()
  const largest = Math.max(1, mark ?? 0, ...rows.map(({ value }) => value))
  const share = (value: number) => `${(value / largest) * 100}%`
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
              <span className={classes.bar} style={{ width: share(row.value) }} />
              {mark !== undefined && <span className={classes.mark} style={{ insetInlineStart: share(mark) }} />}
            </th>
            <td className={classes.value}>{intl.formatNumber(row.value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
