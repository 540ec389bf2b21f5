import { limits, type RetentionReport } from '@holdfast/contract'
import type { Job } from '../../core/jobs.ts'
import type { Platform } from '../../core/platform.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import type { AgedPayload } from '../payloads/index.ts'
import {
  lockRun,
  lookAtClock,
  type RunJob,
  readClockJump,
  readPolicies,
  rulesOf,
  runJob,
  type StoredRun,
  updateRun,
} from '../retention/index.ts'
import { deleteByRetention } from './delete-by-retention.ts'
import { destroyByRetention } from './destroy-by-retention.ts'
import { type PagePlan, planPage } from './plan-page.ts'
import { isEntityPart, partOf } from './run-parts.ts'
import { withKept, withRemoved } from './run-report.ts'
import { stepThroughOtherData } from './step-through-other-data.ts'

/** One job takes steps for so long; then the next one goes on, so that a stopping worker waits for little. */
const jobMs = 20_000

/**
 * Takes steps of a run until it ends, waits for a person, or its time is over. Everything it decides is decided again, under lock, by
 * what deletes and destroys; its position is stored after each step, so that another worker can go on after a crash.
 */
export const takeSteps: Job<RunJob> = {
  definition: runJob,
  async handle({ platform, signal }, { client, run_id }) {
    const until = Date.now() + jobMs
    do {
      signal.throwIfAborted()
      if (!(await takeStep(platform, client, run_id))) return
    } while (Date.now() < until)
    await platform.database.transaction(client, (tx) => tx.enqueue(runJob, { client, run_id }))
  },
}

/** @returns whether there is a next step */
const takeStep = async (platform: Platform, client: string, run_id: string): Promise<boolean> => {
  await lookAtClock(platform)
  const step = await platform.database.transaction(client, (tx) => beginStep(tx, run_id))
  if (typeof step === 'boolean') return step
  return step.run.kind === 'dry_run' ? estimate(platform, client, step) : execute(platform, client, step)
}

/** A page of recordings that was planned, of a run that may go on. */
interface Step {
  run: StoredRun
  plan: PagePlan
}

/** Plans the next page of recordings. A step through other data is taken at once: then it returns whether there is a next one. */
const beginStep = async (tx: TenantTransaction, run_id: string): Promise<Step | boolean> => {
  const run = await lockRun(tx, run_id)
  if (run?.state !== 'Running') return false
  const { active } = await readPolicies(tx)
  if (active?.version !== run.policy_version || (await readClockJump(tx)) !== null) {
    await updateRun(tx, run, { state: 'Stopped', stopped_by: 'system' })
    return false
  }
  const part = partOf(run.position)
  if (!part) throw new Error(`A run cannot go on with ${run.position.part}`)
  if (!isEntityPart(part)) return { run, plan: await planPage(tx, rulesOf(active), part, run.position) }
  return storeProgress(tx, run, await stepThroughOtherData(tx, rulesOf(active), run, part))
}

/** What a dry run does with a page. */
const estimate = (platform: Platform, client: string, { run, plan }: Step): Promise<boolean> => {
  const kept = reportOfKept(run.report, plan)
  const report = withRemoved(withRemoved(kept, 'deleted', plan.toDelete), 'destroyed', plan.toDestroy)
  return store(platform, client, run, { report, position: plan.next })
}

const reportOfKept = (report: RetentionReport, { kept, examined }: PagePlan): RetentionReport => ({
  ...withKept(report, kept),
  examined: report.examined + examined,
})

/** Deletes and destroys what is due of a page, as far as the run may without a person's word. */
const execute = async (platform: Platform, client: string, { run, plan }: Step): Promise<boolean> => {
  const rest = run.continued_by === null ? Math.max(0, run.allowed - run.report.destroyed) : plan.toDestroy.length
  const deleted = await deleteDue(platform, client, run, plan.toDelete)
  const { payloads, kept } = await destroyDue(platform, client, run, plan.toDestroy.slice(0, rest))
  const report = withRemoved(withRemoved(run.report, 'deleted', deleted), 'destroyed', payloads)
  // The page is read again when somebody lets the run go on: what it keeps is counted then.
  if (plan.toDestroy.length > rest)
    return store(platform, client, run, { report, position: run.position, needsWord: true })
  const pending = kept.map((payload_reference) => ({ payload_reference, reasons: ['pending' as const] }))
  return store(platform, client, run, { report: withKept(reportOfKept(report, plan), pending), position: plan.next })
}

interface Progress {
  report: RetentionReport
  /** `null`: the run is complete. */
  position: StoredRun['position'] | null
  needsWord?: boolean
}

/** @returns whether there is a next step */
const store = (platform: Platform, client: string, { run_id }: StoredRun, progress: Progress): Promise<boolean> =>
  platform.database.transaction(client, async (tx) => {
    const run = await lockRun(tx, run_id)
    return run !== undefined && storeProgress(tx, run, progress)
  })

/** A run that somebody has ended meanwhile stays so. */
const storeProgress = async (
  tx: TenantTransaction,
  run: StoredRun,
  { report, position, needsWord = false }: Progress,
): Promise<boolean> => {
  const next = needsWord ? 'NeedsWord' : position === null ? 'Completed' : 'Running'
  const state = run.state === 'Running' ? next : run.state
  await updateRun(tx, run, { report, state, ...(position && { position }) })
  return state === 'Running'
}

/** Deletes recordings that are still due, a batch in each transaction. @returns those that were deleted */
const deleteDue = async (
  { database }: Platform,
  client: string,
  run: StoredRun,
  payloads: readonly AgedPayload[],
): Promise<AgedPayload[]> => {
  const deleted = new Set<string>()
  for (const batch of batchesOf(payloads)) {
    const done = await database.transaction(client, (tx) => deleteByRetention(tx, batch, run))
    for (const reference of done) deleted.add(reference)
  }
  return payloads.filter(({ payload_reference }) => deleted.has(payload_reference))
}

/** Destroys recordings that are still due. @returns those that were destroyed, and those that something under way keeps */
const destroyDue = async (platform: Platform, client: string, run: StoredRun, payloads: readonly AgedPayload[]) => {
  const gone = new Set<string>()
  for (const batch of batchesOf(payloads)) {
    const done = await destroyByRetention(platform, client, batch, run)
    for (const reference of done) gone.add(reference)
  }
  const references = payloads.map(({ payload_reference }) => payload_reference)
  return {
    payloads: payloads.filter(({ payload_reference }) => gone.has(payload_reference)),
    kept: references.filter((reference) => !gone.has(reference)),
  }
}

/** Batches of references, sorted as locks need them. */
const batchesOf = (payloads: readonly AgedPayload[]): string[][] => {
  const references = payloads.map(({ payload_reference }) => payload_reference)
  const size = limits.maxReferencesInBatch
  return Array.from({ length: Math.ceil(references.length / size) }, (_, place) =>
    references.slice(place * size, (place + 1) * size).sort(),
  )
}
