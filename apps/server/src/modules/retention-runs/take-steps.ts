import { limits, type RetentionAhead, type RetentionReport } from '@holdfast/contract'
import { recordProductActivity } from '../../core/activities/index.ts'
import type { Job } from '../../core/jobs.ts'
import type { Platform } from '../../core/platform.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { countDestroyed, type Destruction, type DoneBy, destroyPayloads } from '../destruction/index.ts'
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
import { lookAhead } from './look-ahead.ts'
import { type PagePlan, planPage } from './plan-page.ts'
import { isEntityPart, partOf } from './run-parts.ts'
import { withKept, withRemoved } from './run-report.ts'
import { stepThroughOtherData } from './step-through-other-data.ts'

/** One job takes steps for so long; then the next one goes on, so that a stopping worker waits for little. */
const jobMs = 20_000
/** Runs that began within so long of each other have one share. It is less than a day, so that each night's run has its own. */
const sharedMs = 23 * 60 * 60 * 1000

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
    await recordStep(tx, run, 'retention.run_stopped')
    return false
  }
  const part = partOf(run.position)
  if (!part) throw new Error(`A run cannot go on with ${run.position.part}`)
  if (!isEntityPart(part)) return { run, plan: await planPage(tx, rulesOf(active), part, run.position) }
  return storeProgress(tx, run, await stepThroughOtherData(tx, rulesOf(active), run, part))
}

/** Counts a page for a dry run. */
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
  const by: DoneBy = { run_id: run.run_id, by: run.requested_by, continued_by: run.continued_by }
  const deleted = new Set(await inBatches(plan.toDelete, (batch) => deleteByRetention(platform, client, batch, run)))
  const rest = await mayDestroy(platform, client, run)
  const destructions = await inBatches(plan.toDestroy.slice(0, rest), (batch) =>
    destroyPayloads(platform, client, batch, by),
  )
  const destroyed = new Set(
    destructions.flatMap(({ payload_reference, result }) => (result === 'destroyed' ? [payload_reference] : [])),
  )
  const before = withRemoved(run.report, 'deleted', plan.toDelete.filter(isIn(deleted)))
  const report = withRemoved(before, 'destroyed', plan.toDestroy.filter(isIn(destroyed)))
  // The page is read again when somebody lets the run go on: what it keeps is counted then, and what is destroyed is not examined again.
  if (plan.toDestroy.length > rest) {
    const examined = report.examined + destroyed.size
    const ahead = await lookAhead(platform, client, run)
    return store(platform, client, run, { report: { ...report, examined }, position: run.position, ahead })
  }
  const kept = keptMeanwhile(destructions)
  return store(platform, client, run, { report: withKept(reportOfKept(report, plan), kept), position: plan.next })
}

/**
 * How many more recordings the run may destroy: its share less what it and the other runs of its day destroyed, so that several runs
 * destroy no more than one. They are counted where they were destroyed, so that a crash adds none.
 */
const mayDestroy = async ({ database }: Platform, client: string, run: StoredRun): Promise<number> => {
  if (run.continued_by !== null) return Number.POSITIVE_INFINITY
  const since = new Date(Date.parse(run.started_at) - sharedMs)
  return Math.max(0, run.allowed - (await database.read(client, (tx) => countDestroyed(tx, since))))
}

const isIn =
  (references: ReadonlySet<string>) =>
  ({ payload_reference }: AgedPayload): boolean =>
    references.has(payload_reference)

/** Recordings that were due when the page was planned, but were refused when they were to be destroyed. */
const keptMeanwhile = (outcomes: readonly Destruction[]) =>
  outcomes.flatMap((outcome) => {
    const reason = outcome.result === 'kept' ? outcome.reason : null
    const isTold = reason === 'on_hold' || reason === 'store_lock' || reason === 'pending' || reason === 'not_settled'
    return isTold ? [{ payload_reference: outcome.payload_reference, reasons: [reason] }] : []
  })

interface Progress {
  report: RetentionReport
  /** `null`: the run is complete. */
  position: StoredRun['position'] | null
  /** Set if it waits for a person from now on. */
  ahead?: RetentionAhead
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
  { report, position, ahead }: Progress,
): Promise<boolean> => {
  const next = ahead ? 'NeedsWord' : position === null ? 'Completed' : 'Running'
  const state = run.state === 'Running' ? next : run.state
  await updateRun(tx, run, {
    report,
    state,
    ...(position && { position }),
    ...(state === 'NeedsWord' && ahead && { ahead }),
  })
  if (state === 'NeedsWord') await recordStep(tx, { ...run, report }, 'retention.run_waits')
  if (run.state === 'Running' && state === 'Completed')
    await recordStep(tx, { ...run, report }, 'retention.run_completed')
  return state === 'Running'
}

/** Writes to the trail what became of a run without a call. */
const recordStep = (
  tx: TenantTransaction,
  { run_id, kind, policy_version, report }: StoredRun,
  event: 'retention.run_waits' | 'retention.run_stopped' | 'retention.run_completed',
): Promise<void> => {
  const removed_rows = report.other.reduce((sum, { removed }) => sum + removed, 0)
  const { deleted, destroyed } = report
  const details = { run_id, kind, policy_version, deleted, destroyed, removed_rows }
  return recordProductActivity(tx, { call: `JOB ${runJob.name}`, event, details })
}

/** Does something with references, at most 100 of them at a time. */
const inBatches = async <Outcome>(
  payloads: readonly AgedPayload[],
  step: (payload_references: string[]) => Promise<Outcome[]>,
): Promise<Outcome[]> => {
  const references = payloads.map(({ payload_reference }) => payload_reference)
  const outcomes: Outcome[] = []
  for (let place = 0; place < references.length; place += limits.maxReferencesInBatch) {
    outcomes.push(...(await step(references.slice(place, place + limits.maxReferencesInBatch))))
  }
  return outcomes
}
