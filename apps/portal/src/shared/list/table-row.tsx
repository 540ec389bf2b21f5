import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import type { Column } from './column.ts'
import classes from './data-table.module.css'
import { RowCheck } from './selection/row-check.tsx'
import type { RowSelection } from './selection/use-selection.ts'

interface TableRowProps<Item> {
  item: Item
  index: number
  offsetPx: number
  columns: readonly Column<Item>[]
  link: string | undefined
  selection: RowSelection | undefined
}

/** One row. The link in its first cell covers the whole row, so that a click anywhere opens it, also in a new tab. */
export const TableRow = <Item,>({ item, index, offsetPx, columns, link, selection }: TableRowProps<Item>) => {
  const id = useId()
  return (
    <tr
      aria-rowindex={index + 2}
      aria-selected={selection?.isSelected(index)}
      data-index={index}
      data-linked={link !== undefined}
      className={classes.row}
      style={{ transform: `translateY(${offsetPx}px)` }}
    >
      {columns.map((column, place) => (
        <td
          key={column.id}
          id={place === 0 ? id : undefined}
          className={classes.cell}
          data-numeric={column.isNumeric}
          data-two-lines={column.isTwoLines}
          data-wraps={column.wraps}
          data-own-line={column.hasOwnLine}
        >
          {place === 0 && link ? (
            <Link to={link} className={classes.link}>
              {column.cell(item)}
            </Link>
          ) : (
            column.cell(item)
          )}
        </td>
      ))}
      {selection && (
        <td className={classes.checkCell}>
          <RowCheck selection={selection} index={index} namedBy={id} />
        </td>
      )}
    </tr>
  )
}
