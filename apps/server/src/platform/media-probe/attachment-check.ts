import { fileTypeFromBuffer } from 'file-type'
import { disguiseOf } from './disguise.ts'
import type { Attachment } from './message-document.ts'
import { headBytes } from './watched-content.ts'

/** Types without a signature of their own: they are text and have to be, all of it. */
const textTypes = /^(text\/(plain|vcard|x-vcard|calendar|x-vcalendar|csv)|application\/(smil|smil\+xml|json))$/

/** Names that handsets and file-type use for the same. */
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

/** Why an attachment is not what it is declared to be, or undefined. */
export const attachmentProblem = async (attachment: Attachment): Promise<string | undefined> => {
  const declared = plainType(attachment.media_type)
  const sniffed = plainType((await fileTypeFromBuffer(attachment.content))?.mime ?? '')
  const head = attachment.content.subarray(0, headBytes)
  const disguise = disguiseOf(head, attachment.content.subarray(-headBytes), sniffed)
  if (disguise !== undefined) return disguise
  if (textTypes.test(declared)) return isText(attachment.content) ? undefined : `It is not ${declared} but binary`
  const isSame = sniffed === declared || sameTypes.some((types) => types.includes(sniffed) && types.includes(declared))
  return isSame ? undefined : `It is not ${declared} but ${sniffed || 'of an unknown type'}`
}

const plainType = (mediaType: string): string => mediaType.toLowerCase().replace(/\s*;.*$/, '')

const isText = (bytes: Uint8Array): boolean => {
  try {
    return !new TextDecoder('utf-8', { fatal: true }).decode(bytes).includes('\0')
  } catch {
    return false
  }
}
