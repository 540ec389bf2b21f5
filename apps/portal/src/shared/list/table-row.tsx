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

/** One row; its first cell is a real link that the whole row follows, so that it opens in a new tab as well. */
export const TableRow = <Item,>({ item, index, offsetPx, columns, link }: TableRowProps<Item>) => (
  // biome-ignore lint/a11y/useSemanticElements: see data-table.tsx
  // biome-ignore lint/a11y/useFocusableInteractive: the link in it takes the focus
  <div
    role="row"
    aria-rowindex={index + 2}
    data-index={index}
    data-linked={link !== undefined}
    className={classes.row}
    style={{ transform: `translateY(${offsetPx}px)` }}
  >
    {columns.map((column, place) => (
      // biome-ignore lint/a11y/useSemanticElements: see data-table.tsx
      <span key={column.id} role="cell" className={classes.cell} data-numeric={column.isNumeric}>
        {place === 0 && link ? (
          <Link to={link} className={classes.link}>
            {column.cell(item)}
          </Link>
        ) : (
          column.cell(item)
        )}
      </span>
    ))}
  </div>
)
