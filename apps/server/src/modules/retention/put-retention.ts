import {
  type CallInput,
  type calls,
  type RetentionPolicy,
  type RetentionRules,
  recordedRules,
} from '@holdfast/contract'
import { type AuditedTransaction, isUnchanged, type RequestContext } from '../../core/calls/index.ts'
import { lockHolds } from '../legal-holds/index.ts'
import { type ChangeOfPolicy, changeOfPolicy } from './change-of-policy.ts'
import { freesAnything, longerOfBoth } from './combine-rules.ts'
import { currentPolicy } from './get-retention.ts'
import { settleChange } from './settle-change.ts'
import {
  type CurrentPolicies,
  conflictWith,
  endOtherPolicies,
  insertPolicy,
  lockPolicies,
  nothingFreed,
  rulesOf,
} from './stored-policies.ts'

/**
 * `PUT /account/retention`: rules that only keep data for longer are in force at once. Others wait; until they are in force, data has
 * to be due under them and under the former rules. It replaces a change that waits.
 * @throws ProductError `edit.conflict`, `retention.destroy_before_delete`, `retention.locked`, `auth.forbidden` for client apps whose
 * change needs a second person
 */
export const putRetention = (
  ctx: RequestContext,
  { body: { version, ...chosen } }: CallInput<typeof calls.putRetention>,
): Promise<RetentionPolicy> =>
  ctx.transaction(async (tx) => {
    // A run's batch that is under way ends before this is answered.
    await lockHolds(tx, 'update')
    await settleChange(tx)
    const policies = await lockPolicies(tx)
    if (version !== undefined && version !== policies.newest) throw conflictWith(policies)
    const change = await changeOfPolicy(tx, policies, chosen, () => false)
    if (isUnchanged(rulesOf(policies.pending ?? policies.active), change.after)) tx.audit('record.unchanged')
    else await save(ctx, tx, policies, change)
    return currentPolicy(tx)
  })

const save = async (
  ctx: RequestContext,
  tx: AuditedTransaction,
  policies: CurrentPolicies,
  { before, after, is_longer, effective_at, needs_second_person, freed }: ChangeOfPolicy,
): Promise<void> => {
  // Two people have to agree: what a program saves is nobody's decision.
  const saved_by = needs_second_person ? ctx.user.user_reference : ctx.actor.reference
  let { active, newest: version } = policies
  const longer = is_longer ? after : longerOfBoth(before, after)
  // The part of a change that keeps data for longer does not wait, and stays if the rest is withdrawn.
  if (is_longer || freesAnything(longer, before)) {
    version += 1
    active = await insertPolicy(tx, { ...longer, ...nothingFreed, version, saved_by, effective_at: tx.now })
  }
  await endOtherPolicies(tx, active, saved_by)
  const replaced = policies.pending && { replaces: policies.pending.version }
  if (!is_longer) {
    version += 1
    const freedNumbers = { freed_recordings: freed.recordings, freed_bytes: freed.bytes }
    await insertPolicy(tx, { ...after, ...freedNumbers, version, saved_by, effective_at, needs_second_person })
  }
  tx.audit('retention.saved', {
    version,
    before: recorded(before),
    after: recorded(after),
    effective_at: effective_at.toISOString(),
    needs_second_person,
    freed_recordings: freed.recordings,
    ...replaced,
  })
}

/** Rules and settings as the trail has them. */
const recorded = ({ settings, is_locked, ...rules }: RetentionRules) => ({
  retention_rules: recordedRules(rules),
  ...settings,
  is_locked,
})
