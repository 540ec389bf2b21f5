import type { ProductError } from '@holdfast/contract'

/** Items of a list. */
export interface ListedItems {
  items: readonly unknown[]
  /** Whether they are rows of texts (`TextRow` of the database). */
  areTexts: boolean
}

/** Writes the rows of one file. */
export interface RowWriter {
  /**
   * The row of an item, or of texts (`areTexts`).
   * @throws Error for an item that does not match the schema of the list. Texts are not checked.
   */
  row: (item: unknown, areTexts: boolean) => string
  /** After the last row. */
  tail: () => string
  /** Makes a file of what was written, for formats that are more than text. */
  pack?: (written: AsyncIterable<Buffer>) => AsyncIterable<Uint8Array>
}

/** How the rows of a list become a file. */
export interface RowFormat {
  contentType: string
  /** Its bytes are no text. */
  isBinary?: true
  /** Before the rows. */
  head: string
  open: () => RowWriter
  /** Instead of the rows that are missing, in a file that ends early. */
  ended: (why: ProductError) => string
}

/** A writer of rows that need nothing before or after them. */
export const onlyRows = (row: RowWriter['row']): RowFormat['open'] => {
  const writer = { row, tail: () => '' }
  return () => writer
}
