import { type CallInput, type calls, ProductError, type RetentionPolicy } from '@holdfast/contract'
import type { AuditedTransaction, RequestContext } from '../../core/calls/index.ts'
import { confirmClock } from './clock.ts'
import { decideChange } from './decide-change.ts'
import { currentPolicy } from './get-retention.ts'
import { lockRun, runJob, updateRun } from './stored-runs.ts'

/**
 * `POST /account/retention/decide`: decides the change, the run or the clock that waits.
 * @throws ProductError `retention.nothing_pending`, `edit.conflict`, `retention.needs_second_person`, `auth.forbidden` for client apps
 */
export const decideRetention = (
  ctx: RequestContext,
  { body: { decision, version, run_id } }: CallInput<typeof calls.decideRetention>,
): Promise<RetentionPolicy> => {
  const { reference: by } = isConfirmation(decision) ? { reference: ctx.user.user_reference } : ctx.actor
  return ctx.transaction(async (tx) => {
    if (decision === 'withdraw' || decision === 'confirm') await decideChange(ctx, tx, { decision, version })
    else if (decision === 'confirm_clock') await decideClock(tx)
    else await decideRun(tx, { decision, run_id, version, by })
    return currentPolicy(tx)
  })
}

/** Programs may stop something, but only people let it go on. */
const isConfirmation = (decision: string): boolean => !['withdraw', 'stop_run'].includes(decision)

const decideClock = async (tx: AuditedTransaction): Promise<void> => {
  if (!(await confirmClock(tx))) throw new ProductError('retention.nothing_pending')
  tx.audit('retention.clock_confirmed', { time: tx.now.toISOString() })
}

interface DecisionOnRun {
  decision: 'continue_run' | 'stop_run'
  run_id: string | undefined
  version: number | undefined
  by: string
}

const decideRun = async (tx: AuditedTransaction, { decision, run_id, version, by }: DecisionOnRun): Promise<void> => {
  const run = run_id === undefined ? undefined : await lockRun(tx, run_id)
  const isOpen = run?.state === 'NeedsWord' || (run?.state === 'Running' && decision === 'stop_run')
  if (!run || !isOpen) throw new ProductError('retention.nothing_pending')
  const { policy_version, requested_by, ahead } = run
  if (version !== undefined && version !== policy_version) throw new ProductError('edit.conflict')
  if (decision === 'stop_run') {
    await updateRun(tx, run, { state: 'Stopped', stopped_by: by })
    tx.audit('retention.run_stopped', { run_id, policy_version })
    return
  }
  if (ahead?.needs_second_person && requested_by === by) throw new ProductError('retention.needs_second_person')
  await updateRun(tx, run, { state: 'Running', continued_by: by })
  await tx.enqueue(runJob, { client: tx.client, run_id: run.run_id })
  tx.audit('retention.run_confirmed', { run_id, policy_version, requested_by, total: ahead?.recordings ?? null })
}
