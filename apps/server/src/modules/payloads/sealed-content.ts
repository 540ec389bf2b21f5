import { Readable } from 'node:stream'
import { ProductError } from '@holdfast/contract'
import {
  EnvelopeError,
  headerBytes,
  openHeader,
  openRange,
  plainSize,
  type RecordingContext,
  segmentRange,
  unwrapDek,
} from '@holdfast/custody'
import type { Platform } from '../../core/platform.ts'
import type { PayloadRow } from '../../platform/database/index.ts'
import type { ByteRange } from '../../platform/objects/index.ts'
import { hasContent, readStoredContent } from './stored-content.ts'

/** The content of a sealed recording. Reads and opens only the requested part of the stored bytes. */
export interface SealedContent {
  /** Size of the decrypted content in bytes. */
  size: number
  /**
   * Resolves once the first segment is opened.
   * @throws EnvelopeError, ObjectNotFound, ObjectRangeUnsatisfiable if it cannot be opened
   */
  stream(range: { start: number; end: number }): Promise<Readable>
}

/** Sealed bytes under the data key of a payload: its recording, or a part that was derived from it. */
export interface SealedBytes {
  /** base64url of 7 bytes. */
  iv: string
  /** Bytes. */
  size: number
  context: RecordingContext
  read(range: ByteRange): Promise<Readable>
}

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

export const recordingContext = ({
  payload_reference,
  payload_type,
  device_reference,
}: PayloadRow): RecordingContext => ({
  payload_reference,
  payload_type,
  device_reference,
})

/** @throws ProductError `payload.not_found` if nothing was ever stored */
export const sealedRecording = (platform: Platform, payload: PayloadRow): SealedBytes => {
  const { iv, size } = payload
  if (!iv || !size || !hasContent(payload)) throw new ProductError('payload.not_found')
  return {
    iv,
    size,
    context: recordingContext(payload),
    read: (range) => readStoredContent(platform, payload, range),
  }
}

/**
 * @param onBroken called when a stream fails, and awaited before its reader gets the error
 * @throws EnvelopeError if no content can have this size
 */
export const sealedContent = (
  platform: Platform,
  payload: PayloadRow,
  { iv, size, context, read }: SealedBytes,
  onBroken: (error: unknown) => Promise<void> = async () => undefined,
): SealedContent => {
  const open = async () => {
    const dek = await openDataKey(platform, payload)
    const header = await wholeOf(await read({ start: 0, end: headerBytes - 1 }))
    return openHeader(header, dek, { ...context, iv })
  }
  return {
    size: plainSize(size),
    stream: async ({ start, end }) => {
      const opened = await open()
      const range = segmentRange({ sealedSize: size, plainStart: start, plainEnd: end })
      const sealed = await read({ start: range.sealedStart, end: range.sealedEnd - 1 })
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
