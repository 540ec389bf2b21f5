import { create } from 'content-disposition'
import { extension, extensions } from 'mime-types'

/** Does not count an extension that is added. */
export const maxNameCharacters = 100

/** Where the registry of types has none, or one that few programs open. */
const usualExtensions: Readonly<Record<string, string>> = {
  'application/ogg': 'ogg',
  'application/smil': 'smil',
  'application/x-ndjson': 'ndjson',
  'audio/3gpp': '3gp',
  'audio/aac': 'aac',
  'audio/amr-nb': 'amr',
  'audio/amr-wb': 'awb',
  'audio/mpeg': 'mp3',
  'audio/ogg': 'ogg',
  'audio/opus': 'opus',
  'audio/vnd.wave': 'wav',
  'text/vcard': 'vcf',
  'video/quicktime': 'mov',
}

/** Control characters, invisible ones such as marks of direction, and those with a meaning in paths of any system. */
const unsafe = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\:*?"<>|]/gu
/** Names that Windows keeps for devices, whatever their extension, and with spaces before it. */
const reserved = /^(con(?:in\$|out\$)?|prn|aux|nul|(?:com|lpt)[\d¹²³])(?=\s*(?:\.|$))/iu

/**
 * Under which name content is saved. The name is untrusted input, and its extension decides what opens the file: if that is not one
 * of the detected type, the right one is added.
 */
export const downloadName = (name: string, contentType: string): string => {
  const safe = [...name.toWellFormed().replace(unsafe, '_')].slice(0, maxNameCharacters).join('')
  const plain = safe.replace(/^[.\s]+|[.\s]+$/gu, '').replace(reserved, '_$1') || '_'
  const right = usualExtensions[contentType] ?? (extension(contentType) || 'bin')
  const ending = /\.([^.]+)$/.exec(plain)?.[1]?.toLowerCase()
  const isRight = ending !== undefined && (ending === right || extensions[contentType]?.includes(ending))
  return isRight ? plain : `${plain}.${right}`
}

/** `Content-Disposition`: whether content is shown or saved, and its name, for old browsers in ASCII (RFC 6266). */
export const dispositionOf = (type: 'inline' | 'attachment', name: string): string =>
  create(name, { type, fallback: name.replace(/[^A-Za-z0-9._-]/gu, '_') })
