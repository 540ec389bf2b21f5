import type { DecodedFacts, Part } from '@holdfast/decoder/protocol'
import { decode } from '../src/platform/media/index.ts'

/** What a decoder makes of content, what it says of it, and why it makes no more. */
export const decodedBy = async (
  content: Buffer,
  task: Parameters<typeof decode>[1],
  options: Parameters<typeof decode>[2],
): Promise<Partial<Record<Part, Buffer>> & { media?: DecodedFacts; failures: Partial<Record<Part, string>> }> => {
  const source = {
    size: content.length,
    read: async (offset: number, length: number) => content.subarray(offset, offset + length),
  }
  const made: Partial<Record<Part, Buffer>> = {}
  const failures: Partial<Record<Part, string>> = {}
  let media: DecodedFacts | undefined
  for await (const found of decode(source, task, options)) {
    if (found.kind === 'media') {
      media = found.facts
      continue
    }
    const before = made[found.part] ?? Buffer.alloc(0)
    if (found.kind === 'head') made[found.part] = Buffer.concat([found.bytes, before])
    if (found.kind === 'bytes') made[found.part] = Buffer.concat([before, found.bytes])
    if (found.kind === 'failed') {
      failures[found.part] = found.bytes.toString()
      delete made[found.part]
    }
  }
  return { ...made, ...(media && { media }), failures }
}
