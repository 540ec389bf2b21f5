import { encodeBase64Url } from '../base64.ts'
import type { ClientPublicKey } from '../platform/platform-crypto.ts'
import { importPublicKey } from './client-keys.ts'
import { associatedData, type RecordingContext } from './recording-context.ts'
import { freshSecrets, sealSegments } from './seal-segments.ts'
import { wrapDek } from './wrapped-dek.ts'

/** The key to which a recording is sealed, and what the recording is bound to. */
export interface SealOptions extends RecordingContext {
  /** The client's public key: PEM SPKI, or imported once for many payloads. */
  public_key: string | ClientPublicKey
}

/** What a payload's metadata needs so that the payload can be opened again. */
export interface SealedMetadata {
  /** base64url: version, algorithm, wrapped data key. */
  encrypted_dek: string
  /** base64url of 7 bytes. */
  iv: string
  key_id: string
}

/** What is derived from a recording, such as `thumbnail`: bound to the recording, and no other part of it. */
export const partContext = (context: RecordingContext, part: string): RecordingContext => ({
  ...context,
  payload_type: `${context.payload_type}/${part}`,
})

/**
 * Seals what is derived from a recording under the recording's own data key, so that whoever destroys this key destroys
 * both. A new iv gives it an encryption key of its own (HKDF with the iv as its salt).
 *
 * @throws EnvelopeError malformed (context); too_large while streaming
 */
export const sealPart = (
  content: AsyncIterable<Uint8Array>,
  dek: Uint8Array,
  context: RecordingContext,
): { iv: string; content: AsyncIterable<Uint8Array> } => {
  associatedData(context)
  const { iv } = freshSecrets()
  return { iv: encodeBase64Url(iv), content: sealSegments(content, context, { dek, iv }) }
}

/**
 * Seals a recording with a new data key and iv. Never call it again to repeat an upload of the same payload: keep the sealed
 * bytes instead. Uses constant memory; `content` may have chunks of any size, and must not reuse a chunk's memory.
 *
 * @throws EnvelopeError unusable_key, malformed (context); too_large while streaming
 */
export const sealStream = async (
  content: AsyncIterable<Uint8Array>,
  options: SealOptions,
): Promise<SealedMetadata & { content: AsyncIterable<Uint8Array> }> => {
  const { public_key, ...context } = options
  const key = typeof public_key === 'string' ? await importPublicKey(public_key) : public_key
  associatedData(context)
  const secrets = freshSecrets()
  return {
    encrypted_dek: await wrapDek(secrets.dek, key),
    iv: encodeBase64Url(secrets.iv),
    key_id: key.key_id,
    content: sealSegments(content, context, secrets),
  }
}
