import { createHash } from 'node:crypto'
import path from 'node:path'
import { limits, type Payload } from '@holdfast/contract'
import { type Attachment, parseMessage } from '../../platform/media-probe/index.ts'
import type { RecordingToSend } from './delivery-file.ts'
import { attachmentPath } from './file-names.ts'

/** A file of a message as it is delivered. */
export interface MessageFile extends Attachment {
  path: string
  content_type: string
}

/** The content of a message, which is small enough to be held in memory. */
export interface OpenedMessage {
  subject: string
  text: string
  files: readonly MessageFile[]
  /** The fields of the recorded document. Files are described, not included. */
  fields: Readonly<Record<string, unknown>>
}

/** @throws BrokenMedia; Error if it is larger than messages are */
export const openMessage = async ({ payload, content }: RecordingToSend): Promise<OpenedMessage> => {
  const bytes = await readWhole(content())
  const { subject, text, attachments } = parseMessage(bytes)
  const files = attachments.map((attachment, place): MessageFile => {
    const content_type = attachmentType(payload, place)
    return { ...attachment, content_type, path: attachmentPath(payload, place, content_type) }
  })
  const document = JSON.parse(new TextDecoder().decode(bytes)) as DocumentFields
  return {
    subject,
    text,
    files,
    fields: {
      ...document,
      attachments: (document.attachments ?? []).map(({ content: _, ...fields }, place) => ({
        ...fields,
        ...factsOf(files[place]),
      })),
    },
  }
}

interface DocumentFields extends Record<string, unknown> {
  attachments?: { content: string }[] | null
}

const factsOf = (file: MessageFile | undefined) =>
  file && {
    content_type: file.content_type,
    size: file.content.length,
    sha256: createHash('sha256').update(file.content).digest('hex'),
    file_name: path.posix.basename(file.path),
  }

/** The format that its bytes turned out to have. */
export const attachmentType = ({ media }: Pick<Payload, 'media'>, place: number): string =>
  media?.attachments?.[place]?.content_type ?? 'application/octet-stream'

const readWhole = async (content: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of content) {
    bytes += chunk.length
    if (bytes > limits.maxMessageBytes) throw new Error('The content is larger than messages are')
    // The memory of a chunk may be used again for the next one.
    chunks.push(Uint8Array.from(chunk))
  }
  return Buffer.concat(chunks)
}
