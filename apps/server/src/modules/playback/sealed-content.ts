import { Readable } from 'node:stream'
import { ProductError } from '@holdfast/contract'
import {
  EnvelopeError,
  headerBytes,
  openHeader,
  openRange,
  plainSize,
  segmentRange,
  unwrapDek,
} from '@holdfast/custody'
import type { Platform } from '../../core/platform.ts'
import type { PayloadRow } from '../../platform/database/index.ts'
import { hasContent, readStoredContent } from '../payloads/index.ts'
import type { MediaRange } from './media-range.ts'

/** The content of a sealed recording. Reads and opens only the requested part of the stored bytes. */
export interface SealedContent {
  /** Size of the decrypted content in bytes. */
  size: number
  /**
   * Resolves once the first segment is opened.
   * @throws EnvelopeError, ObjectNotFound, ObjectRangeUnsatisfiable if it cannot be opened
   */
  stream(range: Pick<MediaRange, 'start' | 'end'>): Promise<Readable>
}

/**
 * @param onBroken called when a stream fails, and awaited before its reader gets the error
 * @throws ProductError `payload.not_found` if nothing was ever stored; EnvelopeError if no content can have its size
 */
export const sealedContent = (
  platform: Platform,
  payload: PayloadRow,
  onBroken: (error: unknown) => Promise<void>,
): SealedContent => {
  const { client, key_id, encrypted_dek, iv, size } = payload
  if (!key_id || !encrypted_dek || !iv || !size || !hasContent(payload)) throw new ProductError('payload.not_found')
  const open = async () => {
    const privateKey = await platform.clientKeys.privateKey(client, key_id)
    if (!privateKey) throw new EnvelopeError('envelope.wrong_key', 'The account has no such key')
    const dek = await unwrapDek(encrypted_dek, privateKey)
    const header = await wholeOf(await readStoredContent(platform, payload, { start: 0, end: headerBytes - 1 }))
    const { payload_reference, payload_type, device_reference } = payload
    return openHeader(header, dek, { payload_reference, payload_type, device_reference, iv })
  }
  return {
    size: plainSize(size),
    stream: async ({ start, end }) => {
      const opened = await open()
      const range = segmentRange({ sealedSize: size, plainStart: start, plainEnd: end })
      const sealed = await readStoredContent(platform, payload, { start: range.sealedStart, end: range.sealedEnd - 1 })
      try {
        const content = await begun(openRange(opened, sealed, range), onBroken)
        return content.once('close', () => sealed.destroy())
      } catch (error) {
        sealed.destroy()
        throw error
      }
    },
  }
}

/** A stream of the generated pieces, once the first of them is there. */
const begun = async (
  pieces: AsyncGenerator<Uint8Array>,
  onBroken: (error: unknown) => Promise<void>,
): Promise<Readable> => {
  const first = await pieces.next()
  const all = async function* () {
    try {
      if (!first.done) yield first.value
      yield* pieces
    } catch (error) {
      await onBroken(error)
      throw error
    }
  }
  return Readable.from(all(), { objectMode: false })
}

const wholeOf = async (stream: Readable): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}
