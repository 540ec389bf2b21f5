import type { MediaPart } from '@holdfast/contract'
import type { Job } from '../../core/jobs.ts'
import type { Platform } from '../../core/platform.ts'
import type { PayloadRow, TenantTransaction } from '../../platform/database/index.ts'
import { DecodingError, type DecodingFailure } from '../../platform/media/index.ts'
import {
  findPayload,
  lockPayload,
  openDataKey,
  recordingContext,
  sealedContent,
  sealedRecording,
} from '../payloads/index.ts'
import { type DeriveMediaJob, deriveMediaJob } from './derive-media-job.ts'
import { insertFailures, insertParts } from './insert-parts.ts'
import { PartWriter, type SealedPart } from './part-writer.ts'
import { partsOf } from './parts-of-media.ts'
import { RecordingSource } from './recording-source.ts'

const memoryBytes = 1.5 * 1024 ** 3
/** Of any recording; a longer one may take as long as it plays. */
const shortestTimeoutMs = 60_000

/**
 * Makes what is not made yet of a processed recording: its waveform, a rendition that browsers play, pictures of it. A
 * recording that can't be decoded keeps its state, since its original is as good as before.
 */
export const deriveMedia: Job<DeriveMediaJob> = {
  definition: deriveMediaJob,
  async handle({ platform, signal }, { client, payload_reference }) {
    const { database, log } = platform
    const found = await database.read(client, async (tx) => {
      const payload = await findPayload(tx, payload_reference)
      return payload && { payload, wanted: await missingParts(tx, payload) }
    })
    if (!found || found.wanted.length === 0) return
    const { payload, wanted } = found
    const outcome = await makeParts(platform, payload, wanted, signal)
    if ('failure' in outcome) log.warn({ client, payload_reference, ...outcome }, 'a recording could not be decoded')
    await database.transaction(client, async (tx) => {
      const locked = await lockPayload(tx, payload_reference)
      // It was destroyed or uploaded again meanwhile.
      if (locked?.uploaded_at !== payload.uploaded_at || !isDerivable(locked)) return
      await ('failure' in outcome
        ? insertFailures(tx, payload, wanted, outcome.failure)
        : insertParts(tx, payload, wanted, outcome.parts))
    })
  },
}

const isDerivable = ({ payload_state, is_personal_number }: PayloadRow): boolean =>
  !is_personal_number && (payload_state === 'Processed' || payload_state === 'Transferred')

const missingParts = async (tx: TenantTransaction, payload: PayloadRow): Promise<MediaPart[]> => {
  if (!isDerivable(payload)) return []
  const rows = await tx.db
    .selectFrom('derived_media')
    .select('part')
    .where('client', '=', tx.client)
    .where('payload_reference', '=', payload.payload_reference)
    .execute()
  return partsOf(payload.media?.content_type ?? '').filter((part) => rows.every((row) => row.part !== part))
}

type Outcome = { parts: readonly SealedPart[] } | { failure: DecodingFailure; message: string }

/** @throws when the recording can't be read or its parts can't be stored; the job is then tried again */
const makeParts = async (
  platform: Platform,
  payload: PayloadRow,
  wanted: readonly MediaPart[],
  signal: AbortSignal,
): Promise<Outcome> => {
  const { content_type = '', duration_ms = null } = payload.media ?? {}
  const timeoutMs = Math.max(shortestTimeoutMs, duration_ms ?? 0)
  const options = { limits: { timeoutMs, memoryBytes }, signal }
  const dek = await openDataKey(platform, payload)
  const source = new RecordingSource(sealedContent(platform, payload, sealedRecording(platform, payload)))
  const writers = new Map<MediaPart, PartWriter>()
  const writerOf = (part: MediaPart): PartWriter => {
    const s3_path = partObjectKey(payload, part)
    const writer = writers.get(part) ?? new PartWriter(platform.objects, dek, recordingContext(payload), part, s3_path)
    writers.set(part, writer)
    return writer
  }
  try {
    for await (const { part, bytes } of platform.media.decode(source, { content_type, wanted }, options)) {
      await writerOf(part).write(bytes)
    }
    return { parts: await Promise.all([...writers.values()].map((writer) => writer.finish())) }
  } catch (error) {
    await Promise.all([...writers.values()].map((writer) => writer.discard()))
    if (!(error instanceof DecodingError)) throw error
    return { failure: error.failure, message: error.message }
  } finally {
    await source.close()
  }
}

/** The same for each try, so that no object is left over. */
const partObjectKey = ({ client, payload_reference }: PayloadRow, part: MediaPart): string =>
  `derived/${client}/${Buffer.from(payload_reference).toString('base64url')}/${part}`
