import { ProductError } from '@holdfast/contract'
import { appReferenceIn } from '../../core/accounts/index.ts'
import type { AuditedTransaction, RequestContext } from '../../core/calls/index.ts'
import { lockHolds } from '../legal-holds/index.ts'
import {
  type CurrentPolicies,
  confirmPolicy,
  conflictWith,
  endOtherPolicies,
  insertPolicy,
  lockPolicies,
  nothingFreed,
  rulesOf,
  type StoredPolicy,
} from './stored-policies.ts'

/**
 * Withdraws the change that waits, or confirms it as the second person. What it keeps for longer stays.
 * @throws ProductError `retention.nothing_pending`; `edit.conflict` if another change waits than the person saw, or a confirmation does not say which;
 * `retention.needs_second_person`
 */
export const decideChange = async (
  ctx: RequestContext,
  tx: AuditedTransaction,
  { decision, version }: { decision: 'withdraw' | 'confirm'; version: number | undefined },
): Promise<void> => {
  await lockHolds(tx, 'update')
  const policies = await lockPolicies(tx)
  const pending = waitingIn(policies)
  if (version === undefined ? decision === 'confirm' : version !== pending.version) throw conflictWith(policies)
  if (decision === 'withdraw') {
    await withdraw(tx, policies, ctx.actor.reference)
    tx.audit('retention.withdrawn', { version: pending.version, saved_by: pending.saved_by })
    return
  }
  if (!pending.needs_second_person || pending.confirmed_at !== null) throw new ProductError('retention.nothing_pending')
  const { user_reference } = ctx.user
  // A change that a program saved can't be confirmed: a person has to save it again.
  if (pending.saved_by === user_reference || appReferenceIn(pending.saved_by) !== null) {
    throw new ProductError('retention.needs_second_person')
  }
  await confirmPolicy(tx, pending, user_reference)
  tx.audit('retention.confirmed', { version: pending.version, saved_by: pending.saved_by })
}

/** A version of its own, so that somebody who saw the change saves nothing on top of it unseen. */
const withdraw = async (tx: AuditedTransaction, { active, newest }: CurrentPolicies, by: string): Promise<void> => {
  const kept = { ...rulesOf(active), ...nothingFreed, version: newest + 1, saved_by: by, effective_at: tx.now }
  await endOtherPolicies(tx, await insertPolicy(tx, kept), by)
}

const waitingIn = ({ pending }: CurrentPolicies): StoredPolicy => {
  if (!pending) throw new ProductError('retention.nothing_pending')
  return pending
}
