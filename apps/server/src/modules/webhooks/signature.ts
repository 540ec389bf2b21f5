import { sign } from 'node:crypto'
import type { SigningKey } from '../../platform/keys/index.ts'

/** Serialised as Standard Webhooks has it: `whpk_` and the 32 bytes in base64. */
export const publicKeyText = ({ publicJwk }: SigningKey): string =>
  `whpk_${Buffer.from(publicJwk.x, 'base64url').toString('base64')}`

interface SignedMessage {
  id: string
  sentAt: Date
  body: string
}

/** The headers of one try: Ed25519 (`v1a`) over the id, the second of the try and the bytes of the body. */
export const signedHeaders = ({ privateKey }: SigningKey, { id, sentAt, body }: SignedMessage) => {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000))
  const signature = sign(null, Buffer.from(`${id}.${timestamp}.${body}`), privateKey)
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1a,${signature.toString('base64')}`,
  }
}
