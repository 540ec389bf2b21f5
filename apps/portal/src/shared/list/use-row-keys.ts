import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { usePageKeys } from '../ui/use-page-keys.ts'

interface RowKeys {
  /** Contains the rows, each with its `data-index` and a link. */
  list: RefObject<HTMLElement | null>
  rowCount: number
  /** The index of the row that the person came back from; -1 if there is none, or while it is not loaded. */
  returnedTo: number
  /** Renders a row that is not in the document yet. */
  show?: (index: number) => void
}

/**
 * The arrow keys, `j` and `k` move the focus from row to row, from anywhere on the page that has no use for them; Enter then follows the
 * row's link. After Back the focus is on the row that was opened, unless the person has moved it already.
 */
export const useRowKeys = ({ list, rowCount, returnedTo, show }: RowKeys): void => {
  const last = useRef<number | null>(null)
  const focus = (index: number, options?: FocusOptions) => {
    last.current = index
    list.current?.querySelector<HTMLElement>(`[data-index="${index}"] a`)?.focus(options)
  }
  const step = (by: 1 | -1) => {
    const current = rowOf(document.activeElement, list.current)
    const next = current === null ? (last.current ?? firstInSight(list.current)) : current + by
    if (next === null || next < 0 || next >= rowCount) return
    show?.(next)
    requestAnimationFrame(() => focus(next))
  }
  usePageKeys([
    ['ArrowDown', () => step(1)],
    ['ArrowUp', () => step(-1)],
    ['j', () => step(1)],
    ['k', () => step(-1)],
  ])

  const isDone = useRef(false)
  const focusReturned = useEffectEvent(() => {
    if (isDone.current || returnedTo < 0 || !list.current?.querySelector(`[data-index="${returnedTo}"] a`)) return
    isDone.current = true
    // The layout moves the focus to the screen first (`useFocusOnNavigation`).
    requestAnimationFrame(() => {
      if (document.activeElement?.contains(list.current)) focus(returnedTo, { preventScroll: true })
    })
  })
  // A row is rendered once the window has been scrolled to it.
  useEffect(() => focusReturned())
}

const rowOf = (element: Element | null, list: HTMLElement | null): number | null => {
  const row = list?.contains(element) ? element?.closest<HTMLElement>('[data-index]') : null
  return row ? Number(row.dataset.index) : null
}

const firstInSight = (list: HTMLElement | null): number | null => {
  const rows = [...(list?.querySelectorAll<HTMLElement>('[data-index]') ?? [])]
  const row = rows.find((candidate) => candidate.getBoundingClientRect().top >= 0)
  return row ? Number(row.dataset.index) : null
}
