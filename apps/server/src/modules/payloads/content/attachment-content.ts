import { Readable } from 'node:stream'
import { limits, type PayloadAttachment } from '@holdfast/contract'
import type { PayloadRow } from '../../../platform/database/index.ts'
import { parseMessage } from '../../../platform/media-probe/index.ts'
import type { SealedContent } from './sealed-content.ts'

/** One file of a message: its bytes, and the properties that processing determined. */
export interface AttachmentContent extends SealedContent {
  facts: PayloadAttachment
}

/**
 * @param place of the file among those of the message, from 0
 * @returns `null` if the message has no such file
 */
export const attachmentContent = async (
  { media }: Pick<PayloadRow, 'media'>,
  message: SealedContent,
  place: number,
): Promise<AttachmentContent | null> => {
  const facts = media?.attachments?.[place]
  if (!facts || message.size > limits.maxMessageBytes) return null
  const chunks: Uint8Array[] = []
  for await (const chunk of await message.stream({ start: 0, end: message.size })) chunks.push(chunk)
  const content = parseMessage(Buffer.concat(chunks)).attachments[place]?.content
  if (!content) return null
  return {
    facts,
    size: content.length,
    stream: async ({ start, end }) => Readable.from([content.subarray(start, end)], { objectMode: false }),
  }
}
