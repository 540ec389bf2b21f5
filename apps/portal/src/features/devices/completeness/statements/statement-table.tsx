import type { ReactNode } from 'react'
import classes from './statement-table.module.css'

export interface StatementColumn {
  title: string
  isNumber?: boolean
}

interface StatementTableProps {
  label: string
  columns: readonly StatementColumn[]
  /** Each begins with what names the row. */
  rows: readonly (readonly ReactNode[])[]
  /** All rows are in view, because the last one is their sum. */
  isWhole?: boolean
}

/** A small table that is scrolled sideways on narrow screens. */
export const StatementTable = ({ label, columns, rows, isWhole = false }: StatementTableProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by the keyboard
  <section className={classes.scroll} data-whole={isWhole} tabIndex={0} aria-label={label}>
    <table className={classes.table}>
      <thead>
        <tr>
          {columns.map(({ title, isNumber }) => (
            <th key={title} scope="col" data-number={isNumber}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a statement never change places
          <tr key={row}>
            {cells.map((cell, index) =>
              index === 0 ? (
                <th key={columns[index]?.title} scope="row">
                  {cell}
                </th>
              ) : (
                <td key={columns[index]?.title} data-number={columns[index]?.isNumber}>
                  {cell}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
