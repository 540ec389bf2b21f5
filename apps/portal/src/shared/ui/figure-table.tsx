import type { ReactNode } from 'react'
import classes from './figure-table.module.css'

interface FigureTableProps {
  label: string
  head: readonly string[]
  rows: readonly { name: string; cells: readonly ReactNode[] }[]
}

const mostOnOneLine = 24

/** Longer texts with spaces are sentences, which take several lines. */
const isLong = (cell: ReactNode): boolean =>
  typeof cell === 'string' && cell.length > mostOnOneLine && cell.includes(' ')

/** Figures in columns, which scroll where there is no room. */
export const FigureTable = ({ label, head, rows }: FigureTableProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard must be able to scroll it.
  <section className={classes.scroll} tabIndex={0} aria-label={label}>
    <table className={classes.table} aria-label={label}>
      <thead>
        <tr>
          {head.map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, cells }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {cells.map((cell, index) => (
              <td key={head[index + 1]} data-long={isLong(cell)}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
