import type { Job } from '../../core/jobs.ts'
import type { Platform } from '../../core/platform.ts'
import type { PayloadRow, TenantTransaction } from '../../platform/database/index.ts'
import { damageOf, findPayload, lockPayload, recordDamage, recordDecodedMedia } from '../payloads/index.ts'
import {
  type DeriveMediaJob,
  deriveMediaJob,
  deriveRequestedMediaJob,
  transcodeRequestedVideoJob,
  transcodeVideoJob,
} from './derive-media-job.ts'
import { findStates, isDue, type Outcome, saveOutcome } from './derived-rows.ts'
import { type MadeParts, makeParts } from './make-parts.ts'
import { addToBacklog, leaveBacklog, returnToBacklog } from './media-backlog.ts'
import { type PossiblePart, possibleParts } from './parts-of-media.ts'
import { hasRecentOutage, isStoreOutage, noteOutage } from './store-outage.ts'

/** After the store failed, nothing is decoded for so long, or for less if somebody waits for it. */
const pauseMs = 5 * 60 * 1000
const pauseOfRequestedMs = 10 * 1000

/**
 * Makes what is not made yet of a processed recording: its waveform, a rendition that browsers play, pictures of it. A
 * recording that can't be decoded keeps its state, since its original is as good as before. While the object store is full or
 * unreachable, recordings return to their backlog, which `continueBacklogs` takes up again; no attempt is counted.
 */
const makesParts = (
  definition: Job<DeriveMediaJob>['definition'],
  { mayEncode, afterOutageMs }: Pick<Options, 'mayEncode'> & { afterOutageMs: number },
): Job<DeriveMediaJob> => ({
  definition,
  runsWhileQuiet: true,
  async handle({ platform, signal }, job) {
    const { client, payload_reference } = job
    const waiting = mayEncode ? transcodeVideoJob : deriveMediaJob
    const wait = () => platform.database.transaction(client, (tx) => returnToBacklog(tx, waiting, payload_reference))
    if (hasRecentOutage(platform, afterOutageMs)) return wait()
    await platform.database.transaction(client, (tx) => leaveBacklog(tx, waiting, payload_reference))
    try {
      await derive(platform, job, { mayEncode, signal })
    } catch (error) {
      if (!isStoreOutage(error)) throw error
      noteOutage(platform)
      platform.log.warn({ err: error, ...job }, 'parts of recordings wait for the object store')
      await wait()
    }
  },
})

export const deriveMedia = makesParts(deriveMediaJob, { mayEncode: false, afterOutageMs: pauseMs })
export const deriveRequestedMedia = makesParts(deriveRequestedMediaJob, {
  mayEncode: false,
  afterOutageMs: pauseOfRequestedMs,
})
// Encoding a video takes about as long as it plays.
export const transcodeVideo = makesParts(transcodeVideoJob, { mayEncode: true, afterOutageMs: pauseMs })
export const transcodeRequestedVideo = makesParts(transcodeRequestedVideoJob, {
  mayEncode: true,
  afterOutageMs: pauseOfRequestedMs,
})

interface Options {
  /** Makes what was postponed, and nothing else. */
  mayEncode: boolean
  signal: AbortSignal
}

/** @throws when the recording can't be read or its parts can't be stored; the job is then tried again */
const derive = async (
  platform: Platform,
  { client, payload_reference }: DeriveMediaJob,
  options: Options,
): Promise<void> => {
  const found = await platform.database.read(client, async (tx) => {
    const payload = await findPayload(tx, payload_reference)
    return payload && { payload, due: await dueParts(tx, payload, options) }
  })
  if (!found) return
  const { payload, due } = found
  const wanted = Map.groupBy(due, ({ place }) => place)
  for (const parts of wanted.values()) {
    const outcome = await outcomeOf(platform, payload, parts, options)
    if (!outcome) return
    await save(platform, payload, parts, outcome)
  }
}

const isDerivable = ({ payload_state, is_personal_number }: PayloadRow): boolean =>
  !is_personal_number && (payload_state === 'Processed' || payload_state === 'Transferred')

const dueParts = async (
  tx: TenantTransaction,
  payload: PayloadRow,
  { mayEncode }: Options,
): Promise<PossiblePart[]> => {
  if (!isDerivable(payload)) return []
  const states = await findStates(tx, payload.payload_reference)
  return possibleParts(payload.media).filter(({ part, place }) => {
    const state = states.find((other) => other.part === part && other.place === place)
    return mayEncode ? state?.failure === 'postponed' : !state || isDue(state, tx.now)
  })
}

/** @returns `null` if the recording is damaged, which is recorded. Its parts are made when somebody asks after it was restored. */
const outcomeOf = async (
  platform: Platform,
  payload: PayloadRow,
  parts: readonly PossiblePart[],
  options: Options,
): Promise<MadeParts | null> => {
  try {
    return await makeParts(platform, payload, parts, options)
  } catch (error) {
    const damage = damageOf(error)
    if (!damage) throw error
    await recordDamage(platform, { kind: 'system', reference: 'worker' }, payload, damage)
    return null
  }
}

const save = async (
  { database, objects, log }: Platform,
  payload: PayloadRow,
  wanted: readonly PossiblePart[],
  outcome: Outcome,
): Promise<void> => {
  const { client, payload_reference } = payload
  const { failures, problems, decoded } = outcome
  if (failures.size > 0) {
    const unmade = Object.fromEntries(failures)
    log.warn({ client, payload_reference, failures: unmade, problems }, 'a recording could not be decoded')
  }
  const used = await database.transaction(client, async (tx) => {
    const locked = await lockPayload(tx, payload_reference)
    // It was destroyed or uploaded again meanwhile.
    if (locked?.uploaded_at !== payload.uploaded_at || !isDerivable(locked)) return new Set<string>()
    // Nothing is said of what is attached to a message.
    if (decoded && !payload.media?.attachments) await recordDecodedMedia(tx, locked, decoded)
    if (outcome.postponed.length > 0) {
      await addToBacklog(tx, transcodeVideoJob, [payload_reference])
    }
    return saveOutcome(tx, payload, wanted, outcome)
  })
  for (const { s3_path } of outcome.parts)
    if (s3_path !== undefined && !used.has(s3_path)) await objects.delete(s3_path)
}
