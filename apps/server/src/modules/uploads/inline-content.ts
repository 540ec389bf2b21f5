import { hash } from 'node:crypto'
import type { PayloadRegistration } from '@holdfast/contract'

export type InlineContent =
  | { bytes: Buffer | null }
  | { refusal: 'payload.size_mismatch' | 'payload.checksum_mismatch' }

/** Reads the sealed bytes in a registration, and refuses them if they are not the registered ones. */
export const readInlineContent = (item: PayloadRegistration): InlineContent => {
  if (item.content === undefined) return { bytes: null }
  const bytes = Buffer.from(item.content, 'base64')
  if (bytes.length !== item.size) return { refusal: 'payload.size_mismatch' }
  const checksum = hash('sha256', bytes)
  return checksum === item.checksum ? { bytes } : { refusal: 'payload.checksum_mismatch' }
}
