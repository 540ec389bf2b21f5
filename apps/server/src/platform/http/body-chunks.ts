import { textOf } from './json-text.ts'

/** The bytes of a body, as `BodyBuffer` stores them. */
export type Chunks = Uint8Array<ArrayBuffer>[]

/** Frees the memory immediately instead of at the next garbage collection. The chunks are unusable afterwards. */
export const freeChunks = (chunks: Chunks): void => {
  for (const { buffer } of chunks) buffer.transfer(0)
}

/**
 * Decodes the chunks and frees them.
 * @throws NotJson if they are not UTF-8
 */
export const decodeChunks = (chunks: Chunks): string => {
  const bytes = Buffer.concat(chunks)
  freeChunks(chunks)
  try {
    return textOf(bytes)
  } finally {
    // Freed now, because parsing the text needs memory next.
    if (bytes.length === bytes.buffer.byteLength) freeChunks([bytes])
  }
}
