import { concatBytes } from '../bytes.ts'
import { type Measure, measureStream } from './checksum.ts'
import { openStream } from './open.ts'
import type { SealedContext } from './recording-context.ts'
import { type SealedMetadata, type SealOptions, sealStream } from './seal.ts'

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield bytes
}

const collect = async (source: AsyncIterable<Uint8Array>): Promise<Uint8Array> => {
  const parts: Uint8Array[] = []
  for await (const part of source) parts.push(part)
  return concatBytes(...parts)
}

/** Seals a small payload (a message) in memory, and measures it. */
export const sealBytes = async (
  content: Uint8Array,
  options: SealOptions,
): Promise<SealedMetadata & Measure & { content: Uint8Array }> => {
  const { content: stream, ...metadata } = await sealStream(once(content), options)
  const sealed = await collect(stream)
  return { ...metadata, ...(await measureStream(once(sealed))), content: sealed }
}

/** Opens a small payload in memory. Returns only fully verified content, otherwise throws an EnvelopeError. */
export const openBytes = (sealed: Uint8Array, dek: Uint8Array, context: SealedContext): Promise<Uint8Array> =>
  collect(openStream(once(sealed), dek, context))
