import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { usePageKeys } from '../ui/use-page-keys.ts'
import type { RowSelection } from './selection/use-selection.ts'

interface RowKeys {
  /** Contains the rows, each with its `data-index` and a link or a checkbox. */
  list: RefObject<HTMLElement | null>
  /** 0 for a list whose rows can't be opened: its keys then scroll the page. */
  rowCount: number
  /** The index of the row that the person came back from; -1 if there is none, or while it is not loaded. */
  returnedTo: number
  /** That row may be out of sight: the person went on to it from the one that they opened. */
  isGoneOn: boolean
  /** Renders a row that is not in the document yet. */
  show?: (index: number) => void
  /** The rows stand side by side: left and right lead to the next one, up and down to the one above or below. */
  isGrid?: boolean
  selection: RowSelection | undefined
}

const focusable = ['a', 'input[type="checkbox"]']

/**
 * The arrow keys, `j` and `k` move the focus from row to row, from anywhere on the page that has no use for them; Enter then follows the
 * row's link, and `x` selects it. After Back the focus is on the row that was opened, unless the person has moved it already.
 */
export const useRowKeys = ({
  list,
  rowCount,
  returnedTo,
  isGoneOn,
  show,
  isGrid = false,
  selection,
}: RowKeys): void => {
  const last = useRef<number | null>(null)
  /** Whether the row is rendered. */
  const focus = (index: number, options?: FocusOptions): boolean => {
    last.current = index
    const row = list.current?.querySelector(`[data-index="${index}"]`)
    focusable
      .map((one) => row?.querySelector<HTMLElement>(one))
      .find(Boolean)
      ?.focus(options)
    return row != null
  }
  const focusShown = (index: number): void => {
    show?.(index)
    if (!focus(index)) requestAnimationFrame(() => focus(index))
  }
  const step = (by: 1 | -1, isByLine = false) => {
    const current = rowOf(document.activeElement, list.current)
    const neighbour = () => (isByLine ? inNextLine(current, by, list.current) : Number(current?.dataset.index) + by)
    const next = current ? neighbour() : (last.current ?? firstInSight(list.current))
    if (next === null || next < 0 || next >= rowCount) return null
    focusShown(next)
    return next
  }
  const selectRow = () => {
    const current = indexOf(rowOf(document.activeElement, list.current))
    if (current !== null) selection?.toggle(current)
  }
  const selectTo = (by: 1 | -1) => {
    const current = indexOf(rowOf(document.activeElement, list.current))
    const next = step(by)
    if (next !== null) selection?.extend(current ?? next, next)
  }
  const keys = [
    [isGrid ? 'nextTile' : 'nextRow', () => void step(1)],
    [isGrid ? 'previousTile' : 'previousRow', () => void step(-1)],
    ...(isGrid
      ? ([
          ['tileBelow', () => void step(1, true)],
          ['tileAbove', () => void step(-1, true)],
        ] as const)
      : []),
    ...(selection
      ? ([
          ['selectRow', selectRow],
          [isGrid ? 'selectToNextTile' : 'selectToNext', () => selectTo(1)],
          [isGrid ? 'selectToPreviousTile' : 'selectToPrevious', () => selectTo(-1)],
        ] as const)
      : []),
  ] as const
  // Without rows to lead to, the arrow keys scroll the page.
  usePageKeys(rowCount > 0 ? keys : [])

  const isDone = useRef(false)
  const focusReturned = useEffectEvent(() => {
    const isRendered = list.current?.querySelector(`[data-index="${returnedTo}"] a`)
    if (isDone.current || returnedTo < 0 || !(isRendered || isGoneOn)) return
    isDone.current = true
    // The layout moves the focus to the screen first (`useFocusOnNavigation`), and the router scrolls to where the list was.
    requestAnimationFrame(() => {
      if (!document.activeElement?.contains(list.current)) return
      if (isGoneOn) focusShown(returnedTo)
      else focus(returnedTo, { preventScroll: true })
    })
  })
  // A row is rendered once the window has been scrolled to it.
  useEffect(() => focusReturned())
}

const rowsOf = (list: HTMLElement | null) => [...(list?.querySelectorAll<HTMLElement>('[data-index]') ?? [])]

const indexOf = (row: HTMLElement | null | undefined): number | null => (row ? Number(row.dataset.index) : null)

const rowOf = (element: Element | null, list: HTMLElement | null): HTMLElement | null =>
  (list?.contains(element) && element?.closest<HTMLElement>('[data-index]')) || null

const firstInSight = (list: HTMLElement | null): number | null =>
  indexOf(rowsOf(list).find((row) => row.getBoundingClientRect().top >= 0))

/** The nearest one in the line above or below. */
const inNextLine = (current: HTMLElement | null, by: 1 | -1, list: HTMLElement | null): number | null => {
  if (!current) return null
  const from = current.getBoundingClientRect()
  const distance = (row: HTMLElement) => {
    const { top, left } = row.getBoundingClientRect()
    return { down: by * (top - from.top), across: Math.abs(left - from.left) }
  }
  const [nearest] = rowsOf(list)
    .map((row) => ({ row, ...distance(row) }))
    .filter(({ down }) => down > 1)
    .sort((a, b) => a.down - b.down || a.across - b.across)
  return indexOf(nearest?.row)
}
