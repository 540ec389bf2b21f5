import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, type MouseEvent, type RefObject, useEffect, useRef } from 'react'
import type { Column } from './column.ts'
import classes from './data-table.module.css'
import { HeadRow, type Sorting } from './head-row.tsx'
import type { PlaceLeft } from './place-left.ts'
import { selectable } from './selection/selectable.ts'
import type { RowSelection } from './selection/use-selection.ts'
import { TableRow } from './table-row.tsx'
import { useInView } from './use-in-view.ts'
import { useReturnToPlace } from './use-return-to-place.ts'
import { useRowKeys } from './use-row-keys.ts'
import { type PageWidth, tracksOf } from './visible-columns.ts'

/** What is only read of rows that somebody sees. */
export interface RowsInView<Item> {
  /** What is read of a row; `null` if there is nothing. */
  referenceOf: (item: Item) => string | null
  onSeen: (references: readonly string[]) => void
}

interface DataTableProps<Item> extends Sorting {
  label: string
  rows: readonly Item[]
  /** The columns to show. */
  columns: readonly Column<Item>[]
  pageWidth: PageWidth
  /** Of rows in columns; on a narrow page, rows have two lines or three. */
  rowHeightPx: number
  keyOf: (item: Item) => string
  /** The address of a row's detail screen. Without it, rows are not links. */
  linkOf?: ((item: Item) => string) | undefined
  total: number | undefined
  hasMore: boolean
  onEnd: () => void
  inView?: RowsInView<Item> | undefined
  /** The row that the person opened before coming back; `null` shows the list from its top. */
  place: PlaceLeft | null
  /** The key of the row that the person came back from; `null` for everybody else. */
  returnedTo: string | null
  /** Whether that row was not the one that they opened here. */
  isGoneOn: boolean
  /** Called with the row that is opened. */
  onLeave: (place: PlaceLeft) => void
  /** Absent where there is nothing to do with several rows. */
  selection: RowSelection | undefined
}

const narrowRowHeightPx = 68
const anotherLinePx = 20
const rowsAhead = 15

/** A table that renders only the rows near the window and loads more before its end is reached. */
export const DataTable = <Item,>(props: DataTableProps<Item>) => {
  const { label, rows, columns, pageWidth, keyOf, linkOf, total, hasMore, onEnd } = props
  const { place, returnedTo, isGoneOn, onLeave, selection } = props
  const table = useRef<HTMLTableElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const isNarrow = pageWidth === 'narrow'
  const narrowRowHeight = narrowRowHeightPx + (columns.some(({ isTwoLines }) => isTwoLines) ? anotherLinePx : 0)
  const rowHeight = isNarrow ? narrowRowHeight : props.rowHeightPx
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollMargin: table.current?.offsetTop ?? 0,
  })
  // Otherwise the virtualizer keeps the former row heights.
  useEffect(() => {
    if (rowHeight > 0) virtualizer.measure()
  }, [rowHeight, virtualizer])
  const visible = virtualizer.getVirtualItems()
  useLoadAhead({ hasMore, lastVisible: visible.at(-1)?.index ?? 0, loadedRows: rows.length, onEnd })
  useReturnToPlace({
    place,
    index: place ? rows.findIndex((row) => keyOf(row) === place.row) : -1,
    loadedRows: rows.length,
    hasMore,
    onEnd,
    topOf: (index) => (body.current?.getBoundingClientRect().top ?? 0) + window.scrollY + index * rowHeight,
  })
  useRowsInView(body, rows, visible, props.inView)
  const notePlace = ({ target }: MouseEvent) => {
    const left = placeOf(target as HTMLElement, rows, keyOf)
    if (left) onLeave(left)
  }

  useRowKeys({
    list: table,
    rowCount: linkOf || selection ? rows.length : 0,
    returnedTo: returnedTo === null ? -1 : rows.findIndex((row) => keyOf(row) === returnedTo),
    isGoneOn,
    show: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
    selection,
  })

  const template = { '--columns': tracksOf(columns, pageWidth), '--row-height': `${rowHeight}px` } as CSSProperties
  return (
    <table
      ref={table}
      aria-label={label}
      aria-rowcount={total ?? -1}
      {...selectable(selection, classes.table)}
      style={template}
      onClickCapture={notePlace}
    >
      <thead className={classes.head}>
        <HeadRow
          columns={columns}
          order={props.order}
          onOrder={props.onOrder}
          isPlain={isNarrow}
          selection={selection}
        />
      </thead>
      <tbody ref={body} className={classes.body} style={{ height: virtualizer.getTotalSize() }}>
        {visible.map(({ index, start }) => {
          const row = rows[index]
          if (row === undefined) return null
          return (
            <TableRow
              key={keyOf(row)}
              index={index}
              offsetPx={start - virtualizer.options.scrollMargin}
              columns={columns}
              item={row}
              link={linkOf?.(row)}
              selection={selection}
            />
          )
        })}
      </tbody>
    </table>
  )
}

/** Tells the list which of its rows somebody sees. */
const useRowsInView = <Item,>(
  body: RefObject<HTMLElement | null>,
  rows: readonly Item[],
  visible: readonly { index: number }[],
  inView: RowsInView<Item> | undefined,
): void => {
  const referenceAt = (index: number): string | null => {
    const row = rows[index]
    return row === undefined ? null : (inView?.referenceOf(row) ?? null)
  }
  useInView(body, visible.map(({ index }) => referenceAt(index)).join(), (indexes) =>
    inView?.onSeen(indexes.map(referenceAt).filter((reference) => reference !== null)),
  )
}

const placeOf = <Item,>(
  target: HTMLElement,
  rows: readonly Item[],
  keyOf: (item: Item) => string,
): PlaceLeft | null => {
  const element = target.closest<HTMLElement>('[data-index]')
  const index = Number(element?.dataset.index)
  const row = rows[index]
  if (!element || row === undefined) return null
  return { row: keyOf(row), index, topPx: element.getBoundingClientRect().top }
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
