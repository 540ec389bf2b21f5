import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { ByteReader } from './byte-reader.ts'
import { maxPieceBytes } from './byte-reader.ts'
import { BrokenMedia } from './media-facts.ts'

const MessageDocument = Type.Object(
  {
    text: Type.String(),
    attachments: Type.Optional(
      Type.Array(
        Type.Object(
          {
            name: Type.String({ maxLength: 255 }),
            media_type: Type.String({ maxLength: 127 }),
            content: Type.String(),
          },
          { additionalProperties: false },
        ),
      ),
    ),
  },
  { additionalProperties: false },
)

export interface Attachment {
  name: string
  /** As the sender declared it. */
  media_type: string
  content: Buffer
}

export interface Message {
  text: string
  attachments: Attachment[]
}

/**
 * The content of an SMS, MMS or RCS payload: a UTF-8 JSON document `{ text, attachments?: [{ name, media_type, content }] }`
 * with content in base64, at most 8 MiB in all. Throws `BrokenMedia` with what is wrong.
 */
export const readMessageDocument = async (reader: ByteReader): Promise<Message> => {
  const bytes = await reader.read(maxPieceBytes)
  if ((await reader.skip(1)) > 0) throw new BrokenMedia(`A message has at most ${maxPieceBytes} bytes`)
  return parseMessage(bytes)
}

export const parseMessage = (bytes: Uint8Array): Message => {
  const document = parseJson(bytes)
  if (!Value.Check(MessageDocument, document)) throw new BrokenMedia('It is not { text, attachments }')
  const { text, attachments = [] }: Static<typeof MessageDocument> = document
  return { text, attachments: attachments.map((each) => ({ ...each, content: fromBase64(each.content) })) }
}

const parseJson = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (cause) {
    throw new BrokenMedia('It is not JSON in UTF-8', { cause })
  }
}

/** Buffer skips what is not base64; here that means damage. */
const fromBase64 = (text: string): Buffer => {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text))
    throw new BrokenMedia('An attachment is not base64')
  return Buffer.from(text, 'base64')
}
