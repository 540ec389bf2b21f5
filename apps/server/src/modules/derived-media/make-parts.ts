import type { MediaPart } from '@holdfast/contract'
import type { Platform } from '../../core/platform.ts'
import type { PayloadRow } from '../../platform/database/index.ts'
import { type DecodedFacts, type DecodedPart, DecodingError, type DecodingFailure } from '../../platform/media/index.ts'
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
/** Of any recording; a longer one may take as long as it plays at the lowest bit rate. */
const shortestTimeoutMs = 60_000
const longestTimeoutMs = 6 * 60 * 60 * 1000
/** Bytes of a part, unless its recording has more than half as many. */
const maxPartBytes = 1024 ** 3
/** A few bytes of sound may say that they are hours of silence. Of AMR, silence becomes 80 times as large. */
const maxGrowth = 100
const smallPartBytes = 16 * 1024 ** 2
/** A part for the database stays in memory until it is stored. */
const maxDatabasePartBytes = 64 * 1024

export interface MadeParts {
  parts: readonly SealedPart[]
  /** Those that were not made because they would have to be encoded. */
  postponed: readonly MediaPart[]
  /** Why others could not be made. */
  failures: ReadonlyMap<MediaPart, DecodingFailure>
  /** The same in words, for the log; empty if there are none. */
  problems: readonly string[]
  /** What the content turned out to be, if it was decoded so far. */
  decoded: DecodedFacts | null
}

/**
 * Makes parts of a recording or of one file attached to it, all with the same place. What was complete when the decoder failed is kept.
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
  const collected = new CollectedParts(wanted.map(({ part }) => part))
  if (!content) return collected.failed('undecodable', 'The message has no such file')
  const writers = new Writers(platform, payload, place, await openDataKey(platform, payload), content.size)
  const source = new RecordingSource(content)
  const task = { content_type, wanted: wanted.map(({ part }) => part), may_encode: mayEncode }
  const options = { limits: { timeoutMs: timeoutOf(content_type, content.size), memoryBytes }, signal }
  try {
    for await (const message of platform.media.decode(source, task, options)) {
      if (message.kind === 'media') collected.decoded = message.facts
      else await takePart(message, writers, collected)
    }
    for (const sealed of await writers.finish()) collected.add(sealed)
    return collected.made()
  } catch (error) {
    await writers.discard()
    if (!(error instanceof DecodingError)) {
      await Promise.all(collected.keys().map((key) => platform.objects.delete(key)))
      throw error
    }
    return collected.failed(error.failure, error.message)
  } finally {
    await source.close()
  }
}

const takePart = async (
  { part, kind, bytes }: DecodedPart,
  writers: Writers,
  collected: CollectedParts,
): Promise<void> => {
  if (kind === 'postponed') collected.postpone(part)
  else if (kind === 'head') writers.of(part).beginWith(bytes)
  else if (kind === 'bytes') await writers.of(part).write(bytes)
  else if (kind === 'failed') {
    await writers.discardOne(part)
    collected.fail(part, 'undecodable', bytes.toString())
  } else {
    const sealed = await writers.finishOne(part)
    if (sealed) collected.add(sealed)
  }
}

/** What becomes of the parts that are wanted. */
class CollectedParts {
  decoded: DecodedFacts | null = null
  readonly #wanted: readonly MediaPart[]
  readonly #parts: SealedPart[] = []
  readonly #postponed: MediaPart[] = []
  readonly #failures = new Map<MediaPart, DecodingFailure>()
  readonly #problems = new Set<string>()

  constructor(wanted: readonly MediaPart[]) {
    this.#wanted = wanted
  }

  add(sealed: SealedPart): void {
    this.#parts.push(sealed)
  }

  postpone(part: MediaPart): void {
    this.#postponed.push(part)
  }

  fail(part: MediaPart, failure: DecodingFailure, problem: string): void {
    this.#failures.set(part, failure)
    this.#problems.add(problem)
  }

  /** Keys of the objects that were stored. */
  keys(): string[] {
    return this.#parts.flatMap(({ s3_path }) => s3_path ?? [])
  }

  made(): MadeParts {
    const { decoded } = this
    const [parts, postponed, failures] = [this.#parts, this.#postponed, this.#failures]
    return { parts, postponed, failures, problems: [...this.#problems], decoded }
  }

  /** Ends with a failure of everything that is not complete. */
  failed(failure: DecodingFailure, problem: string): MadeParts {
    const done = new Set([...this.#parts.map(({ part }) => part), ...this.#postponed, ...this.#failures.keys()])
    for (const part of this.#wanted) if (!done.has(part)) this.fail(part, failure, problem)
    return this.made()
  }
}

const contentAt = async (platform: Platform, payload: PayloadRow, place: number): Promise<SealedContent | null> => {
  const recording = sealedContent(platform, payload, sealedRecording(platform, payload))
  return payload.media?.attachments ? attachmentContent(payload, recording, place) : recording
}

/** How long it plays is found out by decoding. Handsets record more than a byte each millisecond (8 kbit/s). */
const timeoutOf = (content_type: string, bytes: number): number =>
  content_type.startsWith('image/') ? shortestTimeoutMs : Math.min(longestTimeoutMs, Math.max(shortestTimeoutMs, bytes))

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

  /** Nothing if there were no bytes of this part. */
  async finishOne(part: MediaPart): Promise<SealedPart | undefined> {
    const writer = this.#writers.get(part)
    const sealed = await writer?.finish()
    this.#writers.delete(part)
    return sealed
  }

  async discardOne(part: MediaPart): Promise<void> {
    await this.#writers.get(part)?.discard()
    this.#writers.delete(part)
  }

  finish(): Promise<SealedPart[]> {
    return Promise.all([...this.#writers.values()].map((writer) => writer.finish()))
  }

  async discard(): Promise<void> {
    await Promise.all([...this.#writers.values()].map((writer) => writer.discard()))
  }
}
