import type { Job } from '../../core/jobs.ts'
import type { Platform } from '../../core/platform.ts'
import { enqueueStatement, finish, type Statement } from '../../platform/database/index.ts'
import { ScannerUnavailable } from '../../platform/scanner/index.ts'
import { enqueuePartJobs } from '../derived-media/index.ts'
import { beginTransition, type Move } from '../payloads/index.ts'
import { storeMessageWords, wordsOfMessages } from '../words/index.ts'
import { type InspectedMessage, inspectMessages } from './inspect-messages.ts'
import {
  type BegunBatch,
  batchSize,
  beginBatch,
  claimBatch,
  leaveInBatchStatement,
  type MessageBatchJob,
  processMessagesJob,
  releaseBatch,
} from './message-batches.ts'
import { processOne } from './process-payload.ts'
import { processPayloadJob } from './process-payload-job.ts'
import { openedMessages, processedIn } from './processed-words.ts'
import { changesAfter, worker } from './processing-changes.ts'

/**
 * Processes the messages of a batch together, with one transaction for all of them. Messages that can't be are processed one by
 * one afterwards: those that were damaged, and those whose processing threw. If a worker died during an earlier pass, all of them
 * are processed one by one, alone, because any of them may be the cause.
 */
export const processMessages: Job<MessageBatchJob> = {
  definition: processMessagesJob,
  runsWhileQuiet: true,
  async handle({ platform, signal }, job) {
    const { database } = platform
    const batch = await database.transaction(job.client, (tx) => beginBatch(tx, job.batch_id))
    if (!batch) return
    try {
      const left = batch.wasLost ? batch.payload_references : await processTogether(platform, job, batch, signal)
      await processEach(platform, job, left, batch.wasLost, signal)
    } catch (error) {
      // If this fails as well, the messages are processed alone, as after a crash.
      const release = () => database.transaction(job.client, (tx) => releaseBatch(tx, job.batch_id))
      if (!batch.wasLost) await release().catch(() => undefined)
      throw error
    }
  },
}

/** @returns the messages that have to be processed one by one */
const processTogether = async (
  platform: Platform,
  { client, batch_id }: MessageBatchJob,
  { payload_references }: BegunBatch,
  signal: AbortSignal,
): Promise<string[]> => {
  const { inspected, left } = await inspectMessages(platform, client, payload_references, signal)
  const moves = inspected.map((message) => moveOf(message, platform.scanner.name))
  const unscanned = inspected.filter(hasNoVerdict).map(({ payload: { payload_reference } }) => payload_reference)
  const words = await wordsOfMessages(platform, client, inspected.flatMap(openedMessages))
  const made = await platform.database.transaction(client, async (tx) => {
    const { made, statements } = await beginTransition(tx, worker, moves)
    await storeMessageWords(tx, platform, words, processedIn(made))
    // A full batch left others waiting.
    if (left.length === 0 && payload_references.length === batchSize) await claimBatch(tx)
    await enqueuePartJobs(tx, made.map(afterMove))
    return finish(
      [...processAlone(client, unscanned), leaveInBatchStatement(tx, batch_id, left), ...statements],
      () => made,
    )
  })
  countMetrics(platform, made)
  return left
}

const moveOf = ({ payload, inspection }: InspectedMessage, scanner: string): Move => ({
  payload,
  changes: changesAfter(payload, inspection, scanner),
})

const afterMove = ({ payload: { payload_reference }, changes }: Move) => ({
  payload_reference,
  media: changes.at(-1)?.set?.media ?? null,
})

const hasNoVerdict = ({ inspection }: InspectedMessage): boolean =>
  inspection.isOpened && inspection.verdict.status === 'rejected'

const processAlone = (client: string, payload_references: readonly string[]): Statement[] =>
  payload_references.length === 0
    ? []
    : [
        enqueueStatement(
          processPayloadJob,
          payload_references.map((payload_reference) => ({ client, payload_reference })),
        ),
      ]

const countMetrics = ({ metrics }: Platform, moves: readonly Move[]): void => {
  for (const { payload, changes } of moves) {
    for (const { to } of changes) metrics.payloads.inc({ payload_type: payload.payload_type, state: to })
  }
}

/**
 * Processes messages one by one. Those without a verdict of the scanner get a job of their own, like any other payload in
 * Scanning; others that fail stay in the batch.
 * @throws the first error of those that stay
 */
const processEach = async (
  platform: Platform,
  { client, batch_id }: MessageBatchJob,
  payload_references: readonly string[],
  wasAbandoned: boolean,
  signal: AbortSignal,
): Promise<void> => {
  if (payload_references.length === 0) return
  const unscanned: string[] = []
  const failed: { payload_reference: string; error: unknown }[] = []
  for (const payload_reference of payload_references) {
    signal.throwIfAborted()
    await processOne(platform, { client, payload_reference }, wasAbandoned, signal).catch((error: unknown) => {
      if (error instanceof ScannerUnavailable) unscanned.push(payload_reference)
      else failed.push({ payload_reference, error })
    })
  }
  const remaining = failed.map(({ payload_reference }) => payload_reference)
  await platform.database.transaction(client, async (tx) =>
    finish([...processAlone(client, unscanned), leaveInBatchStatement(tx, batch_id, remaining)]),
  )
  const [first] = failed
  if (first) throw first.error
}
