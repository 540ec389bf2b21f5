import { Readable } from 'node:stream'
import { limits, type PayloadAttachment, ProductError } from '@holdfast/contract'
import type { PayloadRow } from '../../platform/database/index.ts'
import { parseMessage } from '../../platform/media-probe/index.ts'
import type { SealedContent } from '../payloads/index.ts'

/** One file of a message: its bytes, and the properties that processing determined. */
export interface AttachmentContent extends SealedContent {
  facts: PayloadAttachment
}

/** @throws ProductError `playback.expired` if the message has no such attachment */
export const attachmentContent = async (
  payload: Pick<PayloadRow, 'media'>,
  message: SealedContent,
  place: number,
): Promise<AttachmentContent> => {
  const facts = payload.media?.attachments?.[place]
  if (!facts || message.size > limits.maxMessageBytes) throw new ProductError('playback.expired')
  const chunks: Uint8Array[] = []
  for await (const chunk of await message.stream({ start: 0, end: message.size })) chunks.push(chunk)
  const content = parseMessage(Buffer.concat(chunks)).attachments[place]?.content
  if (!content) throw new ProductError('playback.expired')
  return {
    facts,
    size: content.length,
    stream: async ({ start, end }) => Readable.from([content.subarray(start, end)], { objectMode: false }),
  }
}
