import { concatBytes, uint32 } from './bytes.ts'

const encoder = new TextEncoder()

/**
 * Texts as unambiguous associated data: each as its UTF-8 length in bytes (4 bytes, most significant first), followed by
 * its UTF-8. `undefined` when a text is empty or has a lone surrogate, which UTF-8 would silently encode like another text.
 */
export const lengthPrefixed = (texts: readonly string[]): Uint8Array | undefined => {
  if (texts.some((text) => text === '' || !text.isWellFormed())) return undefined
  const fields = texts.map((text) => encoder.encode(text))
  return concatBytes(...fields.flatMap((field) => [uint32(field.length), field]))
}
