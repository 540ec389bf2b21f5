import type { ReactNode } from 'react'
import type { MessageId } from '../i18n/text.ts'

export interface Column<Item> {
  id: string
  title: MessageId
  cell: (item: Item) => ReactNode
  /** A CSS grid track, e.g. `minmax(9rem, 1.2fr)`. */
  width: string
  /** 1: always shown, 2: hidden on a phone, 3: hidden on a tablet too. */
  priority: 1 | 2 | 3
  isNumeric?: boolean
  /** On a phone it takes two lines of the row. */
  isTwoLines?: boolean
  /** On wider pages it has two lines within the height of a row. */
  wraps?: boolean
  /** On a phone, the cell takes a whole line of its row: the first of three columns the first line, the third column the second line. */
  hasOwnLine?: boolean
  /** Shown when the person chooses it, or while the list is sorted by it. */
  isOptional?: boolean
  /** The date of the list (`ListDate`) by which a click on its head sorts. */
  date?: string
}
