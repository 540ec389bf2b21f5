import type { ProductError } from '@holdfast/contract'

/** Writes the rows of one file. */
export interface RowWriter {
  /** @throws Error for a row that does not match the schema of the list */
  rows: (items: readonly unknown[]) => string
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
