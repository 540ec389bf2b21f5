import { ProductError } from '@holdfast/contract'
import { Type } from 'typebox'
import { recordProductActivity } from '../../core/activities/index.ts'
import type { Job } from '../../core/jobs.ts'
import { enqueueJobs, type TenantTransaction } from '../../platform/database/index.ts'
import { lookAtClock, openRun, runJob, settleChange } from '../retention/index.ts'
import { beginRun } from './begin-run.ts'

const definition = { name: 'begin_retention_runs', payload: Type.Object({}), maxAttempts: 3 }

/** Every night: a run in each account whose policy removes something. A run that was interrupted goes on; one that waits still waits. */
export const beginDailyRuns: Job<Record<string, unknown>> = {
  definition,
  schedule: '37 1 * * *',
  async handle({ platform, signal }) {
    await lookAtClock(platform)
    for (const client of await platform.clients.names()) {
      signal.throwIfAborted()
      await platform.database.transaction(client, beginOrResume)
    }
  },
}

const beginOrResume = async (tx: TenantTransaction): Promise<void> => {
  await settleChange(tx)
  const open = await openRun(tx)
  if (open?.state === 'Running') {
    await enqueueJobs(tx.db, runJob, [{ client: tx.client, run_id: open.run_id }], { unlessRunning: true })
  }
  if (open) return
  try {
    const { run_id, kind, policy_version } = await beginRun(tx, { kind: 'run', requested_by: 'system' })
    const details = { run_id, kind, policy_version }
    await recordProductActivity(tx, { call: `JOB ${definition.name}`, event: 'retention.run', details })
  } catch (error) {
    // No policy, or a clock that somebody has to confirm first: an alert says so.
    if (!(error instanceof ProductError)) throw error
  }
}
