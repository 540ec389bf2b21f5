import type { ReactNode } from 'react'
import type { MessageId } from '../i18n/text.ts'

export interface Column<Item> {
  id: string
  title: MessageId
  cell: (item: Item) => ReactNode
  /** A CSS grid track, e.g. `minmax(9rem, 1.2fr)`. */
  width: string
  /** Below this page width the column is left out of the table: 1 always stays, 2 goes on a tablet, 3 goes first. */
  priority: 1 | 2 | 3
  isNumeric?: boolean
}
