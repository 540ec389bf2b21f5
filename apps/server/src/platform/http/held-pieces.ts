/** The bytes of a body, in the pieces that they were kept in. */
export type Pieces = Uint8Array<ArrayBuffer>[]

/** Frees them at once, not when memory is next collected: nobody may look at them any more. */
export const freePieces = (pieces: Pieces): void => {
  for (const { buffer } of pieces) buffer.transfer(0)
}

/** All in one; frees the pieces. */
export const joined = (pieces: Pieces): Buffer => {
  const bytes = Buffer.concat(pieces)
  freePieces(pieces)
  return bytes
}
