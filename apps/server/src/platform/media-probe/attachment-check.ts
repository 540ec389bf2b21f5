import { fileTypeFromBuffer } from 'file-type'
import { activeContentProblem } from './active-content.ts'
import type { MediaFacts } from './media-facts.ts'
import type { Attachment } from './message-document.ts'
import { headBytes } from './peeked-content.ts'
import { floodProblem } from './pixel-flood.ts'
import { readMedia } from './read-media.ts'

/** What the bytes of an attachment are, whatever its sender labelled them. */
export interface AttachmentFacts {
  name: string | null
  /** The sender's label. */
  media_type: string | null
  /** From the bytes; `application/octet-stream` when unknown. */
  content_type: string
  size: number
  /** Whether the label is the detected type, or another name of it. */
  isAsLabelled: boolean
}

/** Types without a signature of their own: text with such a label is accepted as that type. */
const textTypes = /^(text\/(plain|vcard|x-vcard|calendar|x-vcalendar|csv)|application\/(smil|smil\+xml|json))$/

/** Names that handsets and file-type use for the same type. */
const sameTypes = [
  ['audio/amr', 'audio/amr-nb', 'audio/amr-wb', 'audio/3gpp'],
  ['audio/mp4', 'audio/x-m4a', 'audio/m4a', 'video/mp4', 'audio/aac'],
  ['video/3gpp', 'audio/3gpp', 'video/mp4'],
  ['audio/wav', 'audio/x-wav', 'audio/wave', 'audio/vnd.wave'],
  ['audio/ogg', 'audio/opus', 'application/ogg'],
  ['audio/mpeg', 'audio/mp3'],
  ['image/jpeg', 'image/jpg'],
  ['image/heic', 'image/heif'],
]

/**
 * Determines the type of an attachment. A wrong or missing label is evidence of what the sender wrote, not a problem. Only
 * content that could act when it is opened, or that nobody can open, is a problem.
 */
export const inspectAttachment = async ({
  name,
  media_type,
  content,
}: Attachment): Promise<{ facts: AttachmentFacts; problem: string | undefined }> => {
  const sniffed = plainType((await fileTypeFromBuffer(content))?.mime ?? '')
  const labelled = plainType(media_type ?? '')
  const content_type = sniffed || textTypeOf(content, labelled) || 'application/octet-stream'
  const isAsLabelled =
    content_type === labelled || sameTypes.some((types) => types.includes(content_type) && types.includes(labelled))
  return {
    facts: {
      name: shortened(name),
      media_type: shortened(media_type),
      content_type,
      size: content.length,
      isAsLabelled,
    },
    problem:
      activeContentProblem(content.subarray(0, headBytes), content.subarray(-headBytes), sniffed) ??
      floodProblem(await sizeOf(content, sniffed)),
  }
}

/** The size that a picture or film would have: browsers show attached ones as they show photos. */
const sizeOf = async (content: Buffer, sniffed: string): Promise<MediaFacts> => {
  try {
    return await readMedia(content.subarray(0, headBytes), sniffed, once(content), 'video')
  } catch {
    return { media_type: sniffed }
  }
}

async function* once(content: Buffer): AsyncGenerator<Uint8Array> {
  yield content
}

/** The message itself has the whole text, which a stranger can make megabytes long. */
const shortened = (text: string | null): string | null => text?.slice(0, maxLabelCharacters).toWellFormed() ?? null
const maxLabelCharacters = 255

const plainType = (mediaType: string): string => mediaType.toLowerCase().replace(/\s*;.*$/s, '')

const textTypeOf = (content: Uint8Array, labelled: string): string | undefined => {
  if (!isText(content)) return undefined
  return textTypes.test(labelled) ? labelled : 'text/plain'
}

/** Control characters that no text has (WHATWG MIME Sniffing, 'binary data byte'). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
const binary = /[\0-\x08\x0b\x0e-\x1a\x1c-\x1f]/

const isText = (bytes: Uint8Array): boolean => {
  try {
    return !binary.test(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return false
  }
}
