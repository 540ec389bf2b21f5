import { Link } from '@tanstack/react-router'
import type { Column } from './column.ts'
import classes from './data-table.module.css'

interface TableRowProps<Item> {
  item: Item
  index: number
  offsetPx: number
  columns: readonly Column<Item>[]
  link: string | undefined
}

/** One row. The link in its first cell covers the whole row, so that a click anywhere opens it, also in a new tab. */
export const TableRow = <Item,>({ item, index, offsetPx, columns, link }: TableRowProps<Item>) => (
  <tr
    aria-rowindex={index + 2}
    data-index={index}
    data-linked={link !== undefined}
    className={classes.row}
    style={{ transform: `translateY(${offsetPx}px)` }}
  >
    {columns.map((column, place) => (
      <td key={column.id} className={classes.cell} data-numeric={column.isNumeric} data-two-lines={column.isTwoLines}>
        {place === 0 && link ? (
          <Link to={link} className={classes.link}>
            {column.cell(item)}
          </Link>
        ) : (
          column.cell(item)
        )}
      </td>
    ))}
  </tr>
)
