import { limits, MessageContent } from '@holdfast/contract'
import { Value } from 'typebox/value'
import type { ByteReader } from './byte-reader.ts'
import { BrokenMedia } from './media-facts.ts'

export interface Attachment {
  name: string | null
  /** The sender's label; `null` without one. */
  media_type: string | null
  content: Buffer
}

export interface Message {
  /** Empty without one. */
  subject: string
  text: string
  attachments: Attachment[]
}

/** What people can read of a message. */
export interface MessageTexts {
  text: string
  subject: string
  /** The names of its files that have one. */
  attachmentNames: readonly string[]
}

export const textsOf = ({ text, subject, attachments }: Message): MessageTexts => ({
  text,
  subject,
  attachmentNames: attachments.flatMap(({ name }) => (name ? [name] : [])),
})

/** The content of an SMS, MMS or RCS payload (contract, `MessageContent`). Throws `BrokenMedia` that says what is wrong. */
export const readMessageDocument = async (reader: ByteReader): Promise<Message> => {
  const chunks: Buffer[] = []
  for (let chunk = await reader.chunk(); chunk; chunk = await reader.chunk()) {
    if (reader.position() > limits.maxMessageBytes) {
      throw new BrokenMedia(`A message has at most ${limits.maxMessageBytes} bytes`)
    }
    chunks.push(chunk)
  }
  return parseMessage(Buffer.concat(chunks))
}

export const parseMessage = (bytes: Uint8Array): Message => {
  const document = parseJson(bytes)
  if (!Value.Check(MessageContent, document)) throw new BrokenMedia('It is not { text, attachments }')
  const text = document.text ?? ''
  const attachments = document.attachments ?? []
  if (attachments.length > limits.maxAttachments) {
    throw new BrokenMedia(`A message has at most ${limits.maxAttachments} files`)
  }
  return {
    subject: document.subject ?? '',
    text,
    attachments: attachments.map(({ name = null, media_type = null, content }) => ({
      name,
      media_type,
      content: fromBase64(content),
    })),
  }
}

const parseJson = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (cause) {
    throw new BrokenMedia('It is not JSON in UTF-8', { cause })
  }
}

/** Buffer skips characters that are not base64, but here they mean damage. */
const fromBase64 = (text: string): Buffer => {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text))
    throw new BrokenMedia('An attachment is not base64')
  return Buffer.from(text, 'base64')
}
