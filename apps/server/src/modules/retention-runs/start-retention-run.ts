import type { CallInput, calls, RetentionRun } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { lookAtClock, settleChange } from '../retention/index.ts'
import { beginRun } from './begin-run.ts'

/** `POST /account/retention/runs`. @throws ProductError as `beginRun` */
export const startRetentionRun = async (
  ctx: RequestContext,
  { body: { is_dry_run } }: CallInput<typeof calls.startRetentionRun>,
): Promise<RetentionRun> => {
  await lookAtClock(ctx.platform)
  return ctx.transaction(async (tx) => {
    await settleChange(tx)
    const kind = is_dry_run ? 'dry_run' : 'run'
    const run = await beginRun(tx, { kind, requested_by: ctx.actor.reference })
    tx.audit('retention.run', { run_id: run.run_id, kind: run.kind, policy_version: run.policy_version })
    const { position: _, ...answer } = run
    return answer
  })
}
