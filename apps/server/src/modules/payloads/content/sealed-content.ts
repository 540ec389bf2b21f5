import { Readable } from 'node:stream'
import { ProductError } from '@holdfast/contract'
import { headerBytes, openRange, plainSize, type RecordingContext, segmentRange } from '@holdfast/custody'
import type { Platform } from '../../../core/platform.ts'
import type { PayloadRow } from '../../../platform/database/index.ts'
import type { ByteRange, StoredBytes } from '../../../platform/objects/index.ts'
import { openingOf } from './data-keys.ts'
import { hasContent, readStoredRanges } from './stored-content.ts'

/** The content of a sealed recording. Reads and opens only the requested part of the stored bytes. */
export interface SealedContent {
  /** Size of the decrypted content in bytes. */
  size: number
  /**
   * Resolves once the first segment is opened.
   * @param afterFirst awaited after the first segment, before another one is opened
   * @throws EnvelopeError, ObjectNotFound, ObjectRangeUnsatisfiable if it cannot be opened
   */
  stream(range: { start: number; end: number }, afterFirst?: AfterFirst): Promise<Readable>
}

export type AfterFirst = () => Promise<void> | undefined

/** Sealed bytes under the data key of a payload: its recording, or a part that was derived from it. */
export interface SealedBytes {
  /** base64url of 7 bytes. */
  iv: string
  /** Bytes. */
  size: number
  context: RecordingContext
  read(ranges: readonly ByteRange[]): Promise<StoredBytes>
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
    read: (ranges) => readStoredRanges(platform, payload, ranges),
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
): SealedContent => ({
  size: plainSize(size),
  stream: async ({ start, end }, afterFirst) => {
    const range = segmentRange({ sealedSize: size, plainStart: start, plainEnd: end })
    const opening = await openingOf(platform, payload, { ...context, iv })
    const segments = { start: range.sealedStart, end: range.sealedEnd - 1 }
    const isFromStart = range.sealedStart === headerBytes
    const sealed = await read(
      isFromStart ? [{ start: 0, end: segments.end }] : [{ start: 0, end: headerBytes - 1 }, segments],
    )
    return begun(openRange(opening, sealed, range), onBroken, afterFirst)
  },
})

/** A stream of the generated pieces, once the first of them is there. */
const begun = async (
  pieces: AsyncGenerator<Uint8Array, void>,
  onBroken: (error: unknown) => Promise<void>,
  afterFirst: AfterFirst | undefined,
): Promise<Readable> => {
  const first = await pieces.next()
  const all = async function* () {
    try {
      if (!first.done) yield first.value
      await afterFirst?.()
      yield* pieces
    } catch (error) {
      await onBroken(error)
      throw error
    }
  }
  // A stream that is destroyed before it is read does not end the generator, which holds a file or a connection open.
  return Readable.from(all(), { objectMode: false }).once('close', () => void pieces.return())
}
