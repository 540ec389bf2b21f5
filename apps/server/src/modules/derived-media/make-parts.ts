import type { MediaPart } from '@holdfast/contract'
import type { Platform } from '../../core/platform.ts'
import type { PayloadRow } from '../../platform/database/index.ts'
import { DecodingError, type DecodingFailure } from '../../platform/media/index.ts'
import {
  attachmentContent,
  openDataKey,
  recordingContext,
  type SealedContent,
  sealedContent,
  sealedRecording,
} from '../payloads/index.ts'
import { partObjectKey } from './object-keys.ts'
import { PartWriter, type SealedPart } from './part-writer.ts'
import { isInDatabase, type PossiblePart, partName } from './parts-of-media.ts'
import { RecordingSource } from './recording-source.ts'

const memoryBytes = 1.5 * 1024 ** 3
/** Of any recording; a longer one may take as long as it plays, and a video, which is encoded, ten times as long. */
const shortestTimeoutMs = 60_000
/** A recording may lie about its length. */
const longestTimeoutMs = 6 * 60 * 60 * 1000
const videoFactor = 10
/** Bytes of a part, unless its recording has more than half as many. */
const maxPartBytes = 1024 ** 3
/** A few bytes of sound may say that they are hours of silence. Of AMR, silence becomes 80 times as large. */
const maxGrowth = 100
const smallPartBytes = 16 * 1024 ** 2
/** A part for the database stays in memory until it is stored. */
const maxDatabasePartBytes = 64 * 1024

export type MadeParts =
  | {
      parts: readonly SealedPart[]
      /** Those that were not made because they would have to be encoded. */
      postponed: readonly MediaPart[]
    }
  | { failure: DecodingFailure; problem: string }

/**
 * Makes parts of a recording or of one file attached to it, all with the same place.
 * @throws when the content can't be read or the parts can't be stored
 */
export const makeParts = async (
  platform: Platform,
  payload: PayloadRow,
  wanted: readonly PossiblePart[],
  { mayEncode, signal }: { mayEncode: boolean; signal: AbortSignal },
): Promise<MadeParts> => {
  const [{ place = 0, content_type = '' } = {}] = wanted
  const content = await contentAt(platform, payload, place)
  if (!content) return { failure: 'undecodable', problem: 'The message has no such file' }
  const writers = new Writers(platform, payload, place, await openDataKey(platform, payload), content.size)
  const source = new RecordingSource(content)
  const task = { content_type, wanted: wanted.map(({ part }) => part), may_encode: mayEncode }
  const postponed = new Set<MediaPart>()
  const options = { limits: { timeoutMs: timeoutOf(payload, content_type, content.size), memoryBytes }, signal }
  try {
    for await (const { part, kind, bytes } of platform.media.decode(source, task, options)) {
      if (kind === 'postponed') postponed.add(part)
      else if (kind === 'head') writers.of(part).beginWith(bytes)
      else await writers.of(part).write(bytes)
    }
    return { parts: await writers.finish(), postponed: [...postponed] }
  } catch (error) {
    await writers.discard()
    if (!(error instanceof DecodingError)) throw error
    return { failure: error.failure, problem: error.message }
  } finally {
    await source.close()
  }
}

const contentAt = async (platform: Platform, payload: PayloadRow, place: number): Promise<SealedContent | null> => {
  const recording = sealedContent(platform, payload, sealedRecording(platform, payload))
  return payload.media?.attachments ? attachmentContent(payload, recording, place) : recording
}

const timeoutOf = ({ media }: PayloadRow, content_type: string, bytes: number): number => {
  if (content_type.startsWith('image/')) return shortestTimeoutMs
  const factor = content_type.startsWith('video/') ? videoFactor : 1
  const durationMs = media?.duration_ms ?? null
  // How long an attached file plays is not known. Handsets record more than a byte each millisecond (8 kbit/s).
  const duration = durationMs === null ? bytes : durationMs * factor
  return Math.min(longestTimeoutMs, Math.max(shortestTimeoutMs, duration))
}

const maxBytesOf = (part: MediaPart, contentBytes: number): number =>
  isInDatabase(part)
    ? maxDatabasePartBytes
    : Math.min(Math.max(maxPartBytes, 2 * contentBytes), smallPartBytes + maxGrowth * contentBytes)

/** The writers of the parts that one decoder makes. */
class Writers {
  readonly #writers = new Map<MediaPart, PartWriter>()
  readonly #create: (part: MediaPart) => PartWriter

  constructor({ objects }: Platform, payload: PayloadRow, place: number, dek: Uint8Array, contentBytes: number) {
    const { client, payload_reference, media } = payload
    this.#create = (part) => {
      const name = partName(part, place, media?.attachments !== undefined)
      return new PartWriter(objects, {
        part,
        name,
        dek,
        context: recordingContext(payload),
        keyOf: (iv) => partObjectKey({ client, payload_reference, name, iv }),
        maxBytes: maxBytesOf(part, contentBytes),
      })
    }
  }

  of(part: MediaPart): PartWriter {
    const writer = this.#writers.get(part) ?? this.#create(part)
    this.#writers.set(part, writer)
    return writer
  }

  finish(): Promise<SealedPart[]> {
    return Promise.all([...this.#writers.values()].map((writer) => writer.finish()))
  }

  async discard(): Promise<void> {
    await Promise.all([...this.#writers.values()].map((writer) => writer.discard()))
  }
}
