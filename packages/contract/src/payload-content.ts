/** The content of each payload type before it is sealed (docs/device-calls.md, 'Content'). */
import { type Static, Type } from 'typebox'
import type { PayloadType } from './payload-types.ts'

const audio = ['amr', 'amr-wb', 'mp4', '3gpp', 'ogg', 'wav', 'mpeg', 'aac', 'flac', 'webm'].map(
  (name) => `audio/${name}`,
)
const image = ['jpeg', 'png', 'heic', 'webp'].map((name) => `image/${name}`)
const video = ['mp4', '3gpp', 'webm', 'quicktime'].map((name) => `video/${name}`)
const message = ['application/json']

/** Media types of a payload's content; `null`: any type. Aborted and blocked calls have no content. */
export const contentTypes = {
  AbortedCall: [],
  BlockedCall: [],
  Call: audio,
  Interview: audio,
  Photo: image,
  Video: video,
  AR: video,
  SMS: message,
  MMS: message,
  RCS: message,
  Diagnostics: null,
} as const satisfies Record<PayloadType, readonly string[] | null>

/** Other names that handsets use for the same type. */
const otherNames: Record<string, readonly string[]> = {
  'audio/amr': ['audio/amr-nb'],
  'audio/mp4': ['audio/m4a', 'audio/x-m4a', 'audio/mp4a-latm'],
  'audio/ogg': ['audio/opus', 'application/ogg'],
  'audio/wav': ['audio/x-wav', 'audio/wave', 'audio/vnd.wave'],
  'audio/mpeg': ['audio/mp3'],
  'audio/aac': ['audio/aacp', 'audio/x-aac'],
  'audio/flac': ['audio/x-flac'],
  'image/jpeg': ['image/jpg'],
  'image/heic': ['image/heif'],
}

/** Whether a handset may declare this content type for a payload of this type. Parameters and capitals do not matter. */
export const isValidContentType = (payloadType: PayloadType, contentType: string): boolean => {
  const types: readonly string[] | null = contentTypes[payloadType]
  const named = contentType.replace(/;.*$/s, '').trim().toLowerCase()
  return types === null || types.some((type) => type === named || otherNames[type]?.includes(named))
}

const MessageAttachment = Type.Object(
  {
    name: Type.Optional(Type.Union([Type.String(), Type.Null()], { description: 'As the sender named it' })),
    media_type: Type.Optional(
      Type.Union([Type.String(), Type.Null()], { description: 'As the sender labelled it; kept, never trusted' }),
    ),
    content: Type.String({ description: 'The bytes in base64 (RFC 4648 section 4, with =)' }),
  },
  { title: 'MessageAttachment', description: 'A file of a message. Fields that are not listed are kept.' },
)

/** The content of an SMS, MMS or RCS payload: one JSON document in UTF-8. */
export const MessageContent = Type.Object(
  {
    text: Type.Optional(Type.Union([Type.String(), Type.Null()], { description: 'Empty when absent or null' })),
    subject: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    attachments: Type.Optional(Type.Union([Type.Array(MessageAttachment), Type.Null()])),
  },
  {
    title: 'MessageContent',
    description: 'What a message says and brings along. Fields that are not listed are kept.',
  },
)
export type MessageContent = Static<typeof MessageContent>
