import { textOf } from './json-text.ts'

/** The bytes of a body, as `HeldBody` stores them. */
export type Pieces = Uint8Array<ArrayBuffer>[]

/** Frees the memory immediately instead of at the next garbage collection. The pieces are unusable afterwards. */
export const freePieces = (pieces: Pieces): void => {
  for (const { buffer } of pieces) buffer.transfer(0)
}

/**
 * Decodes the pieces and frees them.
 * @throws NotJson if they are not UTF-8
 */
export const textIn = (pieces: Pieces): string => {
  const bytes = Buffer.concat(pieces)
  freePieces(pieces)
  try {
    return textOf(bytes)
  } finally {
    // Freed now, because parsing the text needs memory next.
    if (bytes.length === bytes.buffer.byteLength) freePieces([bytes])
  }
}
