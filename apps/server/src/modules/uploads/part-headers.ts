import type { IncomingHttpHeaders } from 'node:http'
import { limits, ProductError } from '@holdfast/contract'

/** A part of an upload, as announced in the headers of its request. */
export interface Part {
  /** Offset of its first byte in the sealed bytes. */
  start_offset: number
  bytes: number
  /** Lowercase hex. */
  sha256: string
}

const wholeNumber = /^(?:0|[1-9][0-9]{0,14})$/
/** `sha-256=:base64:` among the members of Content-Digest (RFC 9530 section 2); a SHA-256 is 44 characters of base64. */
const digestMember = /^sha-256=:([A-Za-z0-9+/]{43}=):$/

/** @throws ProductError request.malformed, request.too_large, upload.length_required */
export const readPartHeaders = (headers: IncomingHttpHeaders): Part => {
  const bytes = lengthOf(headers)
  const offset = headers['upload-offset']
  if (typeof offset !== 'string' || !wholeNumber.test(offset)) throw malformed('Upload-Offset must be a whole number')
  return { start_offset: Number(offset), bytes, sha256: digestOf(headers) }
}

const lengthOf = (headers: IncomingHttpHeaders): number => {
  const length = headers['content-length']
  if (length === undefined) throw new ProductError('upload.length_required')
  const bytes = wholeNumber.test(length) ? Number(length) : 0
  if (bytes === 0) throw malformed('Content-Length must be a whole number above 0')
  if (bytes > limits.maxUploadPartBytes) {
    throw new ProductError('request.too_large', { limit_bytes: limits.maxUploadPartBytes })
  }
  return bytes
}

const digestOf = (headers: IncomingHttpHeaders): string => {
  const members = [headers['content-digest'] ?? []].flat().flatMap((value) => value.split(','))
  const digests = members.flatMap((member) => digestMember.exec(member.trim())?.[1] ?? [])
  const [digest] = digests
  if (digest === undefined || digests.length > 1) throw malformed('Content-Digest must hold one sha-256=:base64:')
  return Buffer.from(digest, 'base64').toString('hex')
}

const malformed = (reason: string) => new ProductError('request.malformed', { reason })
