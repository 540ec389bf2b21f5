import { Readable } from 'node:stream'
import type { Platform } from '../../core/platform.ts'
import type { PayloadRow } from '../../platform/database/index.ts'
import { type SealedContent, sealedContent } from '../payloads/index.ts'
import type { DerivedPart } from './find-part.ts'

/**
 * The content of a part. Reads and opens only what is requested.
 * @param onBroken called when a stream fails, and awaited before its reader gets the error
 */
export const partContent = (
  platform: Platform,
  payload: PayloadRow,
  part: DerivedPart,
  onBroken: (error: unknown) => Promise<void>,
): SealedContent => {
  const body = sealedContent(platform, payload, part, onBroken)
  return part.head ? joined(sealedContent(platform, payload, part.head, onBroken), body) : body
}

const joined = (head: SealedContent, body: SealedContent): SealedContent => ({
  size: head.size + body.size,
  stream: async ({ start, end }, afterFirst) => {
    if (start >= head.size) return body.stream({ start: start - head.size, end: end - head.size }, afterFirst)
    const first = await head.stream({ start, end: Math.min(end, head.size) }, afterFirst)
    if (end <= head.size) return first
    const second = await body.stream({ start: 0, end: end - head.size })
    return Readable.from(oneAfterTheOther(first, second), { objectMode: false }).once('close', () => {
      first.destroy()
      second.destroy()
    })
  },
})

async function* oneAfterTheOther(...streams: readonly AsyncIterable<Uint8Array>[]): AsyncGenerator<Uint8Array> {
  for (const stream of streams) yield* stream
}
