import { textOf } from './json-text.ts'

/** The bytes of a body, in the pieces that they were kept in. */
export type Pieces = Uint8Array<ArrayBuffer>[]

/** Frees them at once, not when memory is next collected: nobody may look at them any more. */
export const freePieces = (pieces: Pieces): void => {
  for (const { buffer } of pieces) buffer.transfer(0)
}

/**
 * The text in all of them; frees them.
 * @throws NotJson for what is not UTF-8
 */
export const textIn = (pieces: Pieces): string => {
  const bytes = Buffer.concat(pieces)
  freePieces(pieces)
  try {
    return textOf(bytes)
  } finally {
    // A long text is parsed next, which needs the memory.
    if (bytes.length === bytes.buffer.byteLength) freePieces([bytes])
  }
}
