import { ProductError } from '@holdfast/contract'
import { deriveOpening, EnvelopeError, type Opening, type SealedContext, unwrapDek } from '@holdfast/custody'
import { LRUCache } from 'lru-cache'
import type { Platform } from '../../../core/platform.ts'
import type { PayloadRow } from '../../../platform/database/index.ts'

type WithKey = Pick<PayloadRow, 'client' | 'key_id' | 'encrypted_dek'>

/**
 * The data key of a payload.
 * @throws ProductError `payload.not_found` if nothing was ever stored; EnvelopeError if the key does not open
 */
export const openDataKey = async (
  { clientKeys }: Pick<Platform, 'clientKeys'>,
  { client, key_id, encrypted_dek }: WithKey,
): Promise<Uint8Array> => {
  if (!key_id || !encrypted_dek) throw new ProductError('payload.not_found')
  const privateKey = await clientKeys.privateKey(client, key_id)
  if (!privateKey) throw new EnvelopeError('envelope.wrong_key', 'The account has no such key')
  return unwrapDek(encrypted_dek, privateKey)
}

const keptForMs = 10_000

/**
 * A player requests range after range, and unwrapping the data key for each takes longer than opening half a MiB. Keys leave the
 * memory after some seconds, used or not. Access is not decided here but for each request, and other metadata has another entry.
 */
const openings = new LRUCache<string, Promise<Opening>>({ max: 500 })

/**
 * What opens sealed bytes under the data key of a payload.
 * @throws ProductError `payload.not_found` if nothing was ever stored; EnvelopeError if the key does not open
 */
export const openingOf = (
  platform: Pick<Platform, 'clientKeys'>,
  payload: WithKey,
  context: SealedContext,
): Promise<Opening> => {
  const { client, key_id, encrypted_dek } = payload
  const { payload_reference, payload_type, device_reference, iv } = context
  const key = JSON.stringify([client, key_id, encrypted_dek, payload_reference, payload_type, device_reference, iv])
  const kept = openings.get(key)
  if (kept) return kept
  const opening = openDataKey(platform, payload).then((dek) => deriveOpening(dek, context).finally(() => dek.fill(0)))
  openings.set(key, opening)
  opening.catch(() => openings.delete(key))
  setTimeout(() => openings.delete(key), keptForMs).unref()
  return opening
}
