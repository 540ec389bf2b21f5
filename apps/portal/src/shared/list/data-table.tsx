import { useMediaQuery } from '@mantine/hooks'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react'
import { useText } from '../i18n/text.ts'
import type { Column } from './column.ts'
import classes from './data-table.module.css'
import type { PlaceLeft } from './place-left.ts'
import { TableRow } from './table-row.tsx'
import { useReturnToPlace } from './use-return-to-place.ts'

interface DataTableProps<Item> {
  label: string
  rows: readonly Item[]
  columns: readonly Column<Item>[]
  keyOf: (item: Item) => string
  /** The address of a row's detail screen. Without it, rows are not links. */
  linkOf?: ((item: Item) => string) | undefined
  total: number | undefined
  hasMore: boolean
  onEnd: () => void
  /** The row that the person opened before coming back; `null` shows the list from its top. */
  place: PlaceLeft | null
  /** Called with the row that is opened. */
  onLeave: (place: PlaceLeft) => void
}

const rowHeightPx = 53
const narrowRowHeightPx = 68
const rowsAhead = 15

/** A table that renders only the rows near the window and loads more before its end is reached. */
export const DataTable = <Item,>(props: DataTableProps<Item>) => {
  const { label, rows, keyOf, linkOf, total, hasMore, onEnd, place, onLeave } = props
  const table = useRef<HTMLTableElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const { columns, isNarrow } = useVisibleColumns(props.columns)
  const rowHeight = isNarrow ? narrowRowHeightPx : rowHeightPx
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollMargin: table.current?.offsetTop ?? 0,
    getItemKey: (index) => {
      const row = rows[index]
      return row === undefined ? index : keyOf(row)
    },
  })
  // Otherwise the virtualizer keeps the row heights of the other layout.
  useEffect(() => {
    if (isNarrow !== undefined) virtualizer.measure()
  }, [isNarrow, virtualizer])
  const visible = virtualizer.getVirtualItems()
  useLoadAhead({ hasMore, lastVisible: visible.at(-1)?.index ?? 0, loadedRows: rows.length, onEnd })
  useReturnToPlace({
    place,
    index: place ? rows.findIndex((row) => keyOf(row) === place.row) : -1,
    loadedRows: rows.length,
    hasMore,
    onEnd,
    isLaidOut: isNarrow !== undefined,
    topOf: (index) => (body.current?.getBoundingClientRect().top ?? 0) + window.scrollY + index * rowHeight,
  })
  const notePlace = ({ target }: MouseEvent) => {
    const element = (target as HTMLElement).closest<HTMLElement>('[data-index]')
    const index = Number(element?.dataset.index)
    const row = rows[index]
    if (element && row !== undefined) onLeave({ row: keyOf(row), index, topPx: element.getBoundingClientRect().top })
  }

  const moveFocus = (event: KeyboardEvent) => {
    const next = neighbourOf(event)
    if (next === null || next < 0 || next >= rows.length) return
    virtualizer.scrollToIndex(next, { align: 'auto' })
    requestAnimationFrame(() => table.current?.querySelector<HTMLElement>(`[data-index="${next}"] a`)?.focus())
  }

  const template = { '--columns': columns.map(({ width }) => width).join(' ') } as CSSProperties
  return (
    <table
      ref={table}
      aria-label={label}
      aria-rowcount={total ?? -1}
      className={classes.table}
      style={template}
      onKeyDown={moveFocus}
      onClickCapture={notePlace}
    >
      <thead className={classes.head}>
        <HeadRow columns={columns} />
      </thead>
      <tbody ref={body} className={classes.body} style={{ height: virtualizer.getTotalSize() }}>
        {visible.map(({ index, start, key }) => {
          const row = rows[index]
          if (row === undefined) return null
          return (
            <TableRow
              key={key}
              index={index}
              offsetPx={start - virtualizer.options.scrollMargin}
              columns={columns}
              item={row}
              link={linkOf?.(row)}
            />
          )
        })}
      </tbody>
    </table>
  )
}

interface LoadAhead {
  hasMore: boolean
  lastVisible: number
  loadedRows: number
  onEnd: () => void
}

const useLoadAhead = ({ hasMore, lastVisible, loadedRows, onEnd }: LoadAhead): void => {
  useEffect(() => {
    if (hasMore && lastVisible >= loadedRows - rowsAhead) onEnd()
  }, [hasMore, lastVisible, loadedRows, onEnd])
}

const HeadRow = <Item,>({ columns }: { columns: readonly Column<Item>[] }) => {
  const t = useText()
  return (
    <tr className={classes.headRow} aria-rowindex={1}>
      {columns.map((column) => (
        <th key={column.id} scope="col" data-numeric={column.isNumeric}>
          {t(column.title)}
        </th>
      ))}
    </tr>
  )
}

/** The index of the row that an arrow key leads to; `null` for other keys and outside of rows. */
const neighbourOf = (event: KeyboardEvent): number | null => {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  const current = (event.target as HTMLElement).closest<HTMLElement>('[data-index]')
  if (step === 0 || !current) return null
  event.preventDefault()
  return Number(current.dataset.index) + step
}

interface VisibleColumns<Item> {
  columns: readonly Column<Item>[]
  /** Too narrow for columns: the cells of a row are shown on two lines. */
  isNarrow: boolean
}

/** The columns that fit the page's width. */
const useVisibleColumns = <Item,>(columns: readonly Column<Item>[]): VisibleColumns<Item> => {
  const isWide = useMediaQuery('(min-width: 75em)', true, { getInitialValueInEffect: false })
  const isMedium = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false })
  const lowest = isWide ? 3 : isMedium ? 2 : 1
  return { columns: columns.filter(({ priority }) => priority <= lowest), isNarrow: !isMedium }
}
