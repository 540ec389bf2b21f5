import { createHash } from 'node:crypto'
import path from 'node:path'
import type { Payload } from '@holdfast/contract'
import { downloadName } from '../../platform/http/index.ts'

type Named = Pick<Payload, 'payload_type' | 'payload_reference'>

const ulidOrUuid = /^(?:[0-9A-HJKMNP-TV-Z]{26}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/**
 * A recording's reference for a file name. Handsets may give references other than ULIDs and UUIDs, with any characters; these are
 * replaced by a hash. Capitals are never all that tells two names apart.
 */
export const nameOf = ({ payload_reference }: Pick<Payload, 'payload_reference'>): string =>
  ulidOrUuid.test(payload_reference)
    ? payload_reference
    : `x${createHash('sha256').update(payload_reference).digest('hex').slice(0, 32)}`

/** The path of a file of a recording, below the folder of the transfer. */
export const pathOf = (payload: Named, extension: string): string =>
  `${payload.payload_type.toLowerCase()}/${nameOf(payload)}.${extension}`

/** The path of a content, with the extension of its type. */
export const contentPath = (payload: Named, contentType: string): string =>
  `${payload.payload_type.toLowerCase()}/${downloadName(nameOf(payload), contentType)}`

/** The path of a file of a message. @param place from 0 */
export const attachmentPath = (payload: Named, place: number, contentType: string): string =>
  `${payload.payload_type.toLowerCase()}/${downloadName(`${nameOf(payload)}-${place + 1}`, contentType)}`

/** The first file of a kind has the plain name; those of further runs of a transfer are numbered. */
export const numberedName = (name: string, extension: string, number: number): string =>
  number === 1 ? `${name}.${extension}` : `${name}-${number}.${extension}`

export const withoutExtension = (file: string): string => file.slice(0, file.length - path.posix.extname(file).length)
