import { type CallInput, type calls, ProductError, type RetentionPolicy } from '@holdfast/contract'
import type { AuditedTransaction, RequestContext } from '../../core/calls/index.ts'
import { confirmClock } from './clock.ts'
import { decideChange } from './decide-change.ts'
import { currentPolicy } from './get-retention.ts'
import { lockRun, runJob, updateRun } from './stored-runs.ts'

/**
 * `POST /account/retention/decide`: decides the change, the run or the clock that waits.
 * @throws ProductError `retention.nothing_pending`, `retention.needs_second_person`, `auth.forbidden` for client apps
 */
export const decideRetention = (
  ctx: RequestContext,
  { body: { decision, version, run_id } }: CallInput<typeof calls.decideRetention>,
): Promise<RetentionPolicy> => {
  const { reference: by } = isConfirmation(decision) ? { reference: ctx.user.user_reference } : ctx.actor
  return ctx.transaction(async (tx) => {
    if (decision === 'withdraw' || decision === 'confirm') await decideChange(ctx, tx, { decision, version })
    else if (decision === 'confirm_clock') await decideClock(tx)
    else await decideRun(tx, { decision, run_id, by })
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
  by: string
}

const decideRun = async (tx: AuditedTransaction, { decision, run_id, by }: DecisionOnRun): Promise<void> => {
  const run = run_id === undefined ? undefined : await lockRun(tx, run_id)
  const isOpen = run?.state === 'NeedsWord' || (run?.state === 'Running' && decision === 'stop_run')
  if (!run || !isOpen) throw new ProductError('retention.nothing_pending')
  if (decision === 'stop_run') {
    await updateRun(tx, run, { state: 'Stopped', stopped_by: by })
    tx.audit('retention.run_stopped', { run_id })
    return
  }
  await updateRun(tx, run, { state: 'Running', continued_by: by })
  await tx.enqueue(runJob, { client: tx.client, run_id: run.run_id })
  tx.audit('retention.run_confirmed', { run_id })
}
