import type { Job } from '../../core/jobs.ts'
import type { Platform } from '../../core/platform.ts'
import { finish, type PayloadRow, type TenantTransaction } from '../../platform/database/index.ts'
import { enqueuePartJobs } from '../derived-media/index.ts'
import {
  assertNoOutage,
  beginTransition,
  type Damage,
  findPayload,
  type JointChange,
  lockPayload,
  logDamage,
  markDamaged,
  readStoredContent,
} from '../payloads/index.ts'
import { type MessageWords, storeMessageWords, wordsOfMessages } from '../words/index.ts'
import { inspectRecording } from './inspect-recording.ts'
import { hasTooManyLostPasses, runPass } from './lost-passes.ts'
import { type PayloadJob, processPayloadJob } from './process-payload-job.ts'
import { openedMessages } from './processed-words.ts'
import { changesAfter, givenUp, isDue, worker } from './processing-changes.ts'

/** A job that processes one payload. */
export const processPayload: Job<PayloadJob> = {
  definition: processPayloadJob,
  runsWhileQuiet: true,
  handle: ({ platform, wasAbandoned = false, signal }, job) => processOne(platform, job, wasAbandoned, signal),
}

/**
 * Opens, scans and probes a payload that has arrived completely (docs/decisions/0001, 'Payload states'). Does nothing
 * if the payload was processed meanwhile. A payload whose processing crashed three workers is given up.
 * @param wasAbandoned whether a worker crashed while it processed this payload, perhaps among others
 * @throws ScannerUnavailable without a verdict of the scanner; the payload stays in Scanning
 */
export const processOne = async (
  platform: Platform,
  { client, payload_reference }: PayloadJob,
  wasAbandoned: boolean,
  signal: AbortSignal,
): Promise<void> => {
  const payload = await platform.database.read(client, (tx) => findPayload(tx, payload_reference))
  if (!payload || !isDue(payload)) return
  if (hasTooManyLostPasses(payload)) return make(platform, payload, [givenUp(payload)])
  // It was opened before: do not read gigabytes only to find the scanner still down.
  if (payload.payload_state === 'Scanning') await platform.scanner.check()
  const inspection = await runPass(platform, payload, wasAbandoned, () =>
    inspectRecording(platform, payload, () => readStoredContent(platform, payload), signal),
  )
  const damage = !inspection.isOpened && inspection.isDamaged ? { found: inspection.failure } : null
  if (damage) await assertNoOutage(platform, payload, damage)
  const words = await wordsOfMessages(platform, client, openedMessages({ payload, inspection }))
  await make(platform, payload, changesAfter(payload, inspection, platform.scanner.name), { damage, words })
  if (inspection.isOpened && inspection.verdict.status === 'rejected') throw inspection.verdict.reason
}

const make = async (
  platform: Platform,
  payload: PayloadRow,
  changes: readonly JointChange[],
  { damage = null, words }: { damage?: Damage | null; words?: MessageWords } = {},
): Promise<void> => {
  const { database, metrics } = platform
  const isMade = await database.transaction(payload.client, async (tx) => {
    // All changes at once, and the counters last, as for a batch: otherwise two workers could wait for each other.
    const { made, statements } = await beginTransition(tx, worker, [{ payload, changes }])
    const isMade = made.length > 0
    const isProcessed = isMade && changes.at(-1)?.to === 'Processed'
    if (isProcessed && words) await storeMessageWords(tx, platform, words, new Set([payload.payload_reference]))
    if (isMade && damage) await markDamagedNow(tx, payload.payload_reference, damage)
    if (isMade) await enqueuePartJobs(tx, [afterChanges(payload, changes)])
    return finish(statements, () => isMade)
  })
  if (isMade && damage) logDamage(platform, payload, damage)
  for (const { to } of isMade ? changes : []) {
    metrics.payloads.inc({ payload_type: payload.payload_type, state: to })
  }
}

/** Nothing can be made of a recording before its media are known. */
const afterChanges = ({ payload_reference }: PayloadRow, changes: readonly JointChange[]) => ({
  payload_reference,
  media: changes.at(-1)?.set?.media ?? null,
})

const markDamagedNow = async (tx: TenantTransaction, payload_reference: string, damage: Damage): Promise<void> => {
  const payload = await lockPayload(tx, payload_reference)
  if (payload) await markDamaged(tx, worker, payload, damage)
}
