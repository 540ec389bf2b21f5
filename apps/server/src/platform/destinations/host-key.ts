import { createHash } from 'node:crypto'
import type { ServerHostKeyAlgorithm } from 'ssh2'

export interface HostKey {
  type: string
  /** As SSH sends it. */
  blob: Buffer
}

/** The signatures that are accepted for each type of key. RSA with SHA-1 is not. */
const algorithms: Record<string, ServerHostKeyAlgorithm[]> = {
  'ssh-ed25519': ['ssh-ed25519'],
  'ecdsa-sha2-nistp256': ['ecdsa-sha2-nistp256'],
  'ecdsa-sha2-nistp384': ['ecdsa-sha2-nistp384'],
  'ecdsa-sha2-nistp521': ['ecdsa-sha2-nistp521'],
  'ssh-rsa': ['rsa-sha2-512', 'rsa-sha2-256'],
}

/** Algorithms for a pinned key, or for any key. */
export const hostKeyAlgorithms = (pinned: HostKey | null): ServerHostKeyAlgorithm[] =>
  pinned ? (algorithms[pinned.type] ?? []) : Object.values(algorithms).flat()

/**
 * Reads the public key of a server: type and base64, perhaps with the host before and a comment after, as `ssh-keyscan` and
 * `.pub` files have them. `null` if it is none.
 */
export const readHostKey = (text: string): HostKey | null => {
  const words = text.trim().split(/[ \t]+/)
  const at = words.findIndex((word) => Object.hasOwn(algorithms, word))
  const [type, base64] = at === -1 || at > 1 ? [] : words.slice(at)
  if (type === undefined || base64 === undefined || /[\r\n]/.test(text.trim())) return null
  const blob = Buffer.from(base64, 'base64')
  // Base64 that Node reads leniently would name the same key in several ways.
  if (blob.toString('base64') !== base64.padEnd(Math.ceil(base64.length / 4) * 4, '=')) return null
  return typeOfKey(blob) === type && blob.length > type.length + 8 ? { type, blob } : null
}

/** The line of a key that a server showed. */
export const hostKeyLine = (blob: Buffer): string => `${typeOfKey(blob)} ${blob.toString('base64')}`

/** As OpenSSH prints it. */
export const fingerprintOf = (blob: Buffer): string =>
  `SHA256:${createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')}`

/** A key begins with its type, which begins with its length. */
const typeOfKey = (blob: Buffer): string => {
  if (blob.length < 4) return ''
  const length = blob.readUInt32BE(0)
  return length > 64 ? '' : blob.toString('latin1', 4, 4 + length)
}
