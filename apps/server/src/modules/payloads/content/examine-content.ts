import { measured, openStream } from '@holdfast/custody'
import type { Platform } from '../../../core/platform.ts'
import type { PayloadRow } from '../../../platform/database/index.ts'
import { type Damage, damageOf } from './damage.ts'
import { openDataKey } from './data-keys.ts'
import { recordingContext } from './sealed-content.ts'
import { readStoredContent } from './stored-content.ts'

/** What reading all stored bytes of a recording has shown. */
export interface Examination {
  /** `null`: the bytes are those that arrived, and they open. */
  damage: Damage | null
  /** Stored bytes that were read. */
  bytes: number
}

interface ExaminationOptions {
  signal: AbortSignal
  /** Called with the number of bytes that were read so far, and awaited. */
  onRead?: (bytes: number) => Promise<void>
  /** Called with each piece of the opened content. */
  onOpened?: (content: Uint8Array) => void
}

/**
 * Reads all stored bytes of a recording, compares them with the registered checksum, and opens them, as a stream in constant
 * memory. Shows and keeps nothing of the content. Not within a transaction.
 * @throws StorageUnavailable, or the reason of `signal`; damage is returned
 */
export const examineContent = async (
  platform: Platform,
  payload: PayloadRow,
  { signal, onRead, onOpened }: ExaminationOptions,
): Promise<Examination> => {
  const { key_id, encrypted_dek, iv } = payload
  // They were registered with the recording.
  if (key_id === null || encrypted_dek === null || iv === null) return { damage: { found: 'wrong_key' }, bytes: 0 }
  let bytes = 0
  const counted = async function* (stored: AsyncIterable<Uint8Array>) {
    for await (const chunk of stored) {
      signal.throwIfAborted()
      bytes += chunk.length
      await onRead?.(bytes)
      yield chunk
    }
  }
  try {
    const dek = await openDataKey(platform, payload)
    const { content, measure } = measured(counted(await readStoredContent(platform, payload)))
    for await (const opened of openStream(content, dek, { ...recordingContext(payload), iv })) onOpened?.(opened)
    return { damage: measure().checksum === payload.checksum ? null : { found: 'checksum' }, bytes }
  } catch (error) {
    const damage = damageOf(error)
    if (!damage) throw error
    return { damage, bytes }
  }
}
