import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useText } from '../i18n/text.ts'
import type { Column } from './column.ts'
import classes from './data-table.module.css'
import type { Sort } from './list-search.ts'
import { AllCheck } from './selection/row-check.tsx'
import type { RowSelection } from './selection/use-selection.ts'

export interface Sorting {
  /** The order of the list; undefined if it has only one. */
  order: Sort | undefined
  onOrder: (order: Sort) => void
}

interface HeadRowProps<Item> extends Sorting {
  columns: readonly Column<Item>[]
  /** Without buttons, on a page where nobody sees the head. */
  isPlain: boolean
  selection: RowSelection | undefined
}

const ariaSort = { asc: 'ascending', desc: 'descending' } as const
const opposite = { asc: 'desc', desc: 'asc' } as const

/** The names of the columns. A click on the name of a date sorts by it, a second click the other way. */
export const HeadRow = <Item,>({ columns, order, onOrder, isPlain, selection }: HeadRowProps<Item>) => {
  const t = useText()
  return (
    <tr className={classes.headRow} aria-rowindex={1}>
      {columns.map(({ id, title, date, isNumeric }) => {
        const current = order && date === order.by ? order.direction : undefined
        const isButton = order !== undefined && date !== undefined && !isPlain
        const Arrow = current === 'asc' ? IconArrowUp : IconArrowDown
        return (
          <th key={id} scope="col" data-numeric={isNumeric} aria-sort={current && ariaSort[current]}>
            {isButton ? (
              <button
                type="button"
                className={classes.sort}
                data-current={current !== undefined}
                onClick={() => onOrder({ by: date, direction: current ? opposite[current] : 'desc' })}
              >
                {t(title)}
                <Arrow size={14} stroke={2} aria-hidden />
              </button>
            ) : (
              t(title)
            )}
          </th>
        )
      })}
      {selection && !isPlain && (
        <td className={classes.checkCell}>
          <AllCheck selection={selection} />
        </td>
      )}
    </tr>
  )
}
