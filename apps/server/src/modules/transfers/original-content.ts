import { ProductError } from '@holdfast/contract'
import type { Platform } from '../../core/platform.ts'
import type { PayloadRow } from '../../platform/database/index.ts'
import { StorageUnavailable } from '../../platform/objects/index.ts'
import { damageOf, recordDamage, sealedContent, sealedRecording } from '../payloads/index.ts'
import { type Measured, measured } from './deliver-file.ts'

/** The original content of a recording, and what was found when it was read. */
export class OriginalContent {
  readonly payload: PayloadRow
  readonly #platform: Platform
  /** Size and hash of the content, once it was read to its end. */
  whole: Measured | null = null
  /** The error that interrupted reading. */
  failure: unknown = null

  constructor(platform: Platform, payload: PayloadRow) {
    this.#platform = platform
    this.payload = payload
  }

  readonly open = (): AsyncIterable<Uint8Array> => this.#read()

  /** Reads it to its end unless that was done. */
  async measure(): Promise<Measured> {
    if (!this.whole) for await (const _ of this.open());
    if (!this.whole) throw new Error('A content was not read to its end')
    return this.whole
  }

  async *#read(): AsyncGenerator<Uint8Array> {
    try {
      const sealed = sealedContent(this.#platform, this.payload, sealedRecording(this.#platform, this.payload))
      const stream = await sealed.stream({ start: 0, end: sealed.size })
      try {
        yield* measured(stream as AsyncIterable<Uint8Array>, (whole) => (this.whole = whole))
      } finally {
        stream.destroy()
      }
    } catch (error) {
      this.failure = error
      throw error
    }
  }
}

const actor = { kind: 'system', reference: 'transfers' } as const

/**
 * Why a recording alone cannot be sent, in words; damage is put on record, as when it is played.
 * @throws the error, if it concerns more than this recording
 */
export const problemOfContent = async (platform: Platform, payload: PayloadRow, error: unknown): Promise<string> => {
  const damage = damageOf(error)
  if (damage) {
    await recordDamage(platform, actor, payload, damage)
    return 'The stored recording is damaged'
  }
  if (error instanceof StorageUnavailable || (error instanceof ProductError && error.status >= 500)) throw error
  const { client, payload_reference } = payload
  platform.log.error({ err: error, client, payload_reference }, 'a recording could not be prepared for its transfer')
  return 'The recording could not be prepared'
}
