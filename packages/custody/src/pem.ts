import { decodeBase64, encodeBase64 } from './base64.ts'

type PemLabel = 'PUBLIC KEY' | 'PRIVATE KEY'

/** DER as PEM (RFC 7468): 64 characters per line, newline at the end. */
export const encodePem = (label: PemLabel, der: Uint8Array): string => {
  const lines = encodeBase64(der).match(/.{1,64}/g) ?? []
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`
}

/** The DER of a text that is one PEM block with this label; `undefined` for any other text. */
export const decodePem = (label: PemLabel, pem: string): Uint8Array | undefined => {
  const lines = pem.trim().split(/\r?\n/)
  if (lines.shift() !== `-----BEGIN ${label}-----` || lines.pop() !== `-----END ${label}-----`) return undefined
  return decodeBase64(lines.join(''))
}
