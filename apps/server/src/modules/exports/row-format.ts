import type { ProductError } from '@holdfast/contract'

/** Items of a list. */
export interface ListedItems {
  items: readonly unknown[]
  /** Whether they are rows of texts (`TextRow` of the database). */
  areTexts: boolean
}

/** Writes the rows of one file. */
export interface RowWriter {
  /** @throws Error for an item that does not match the schema of the list. Rows of texts are not checked. */
  rows: (listed: ListedItems) => string
  /** After the last row. */
  tail: () => string
}

/** How the rows of a list become a file. */
export interface RowFormat {
  contentType: string
  /** Before the rows. */
  head: string
  open: () => RowWriter
  /** Instead of the rows that are missing, in a file that ends early. */
  ended: (why: ProductError) => string
}

/** A writer of rows that need nothing before or after them. */
export const onlyRows = (rows: RowWriter['rows']): RowFormat['open'] => {
  const writer = { rows, tail: () => '' }
  return () => writer
}
