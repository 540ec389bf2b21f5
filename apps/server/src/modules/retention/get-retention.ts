import type { RetentionPolicy } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { readClockJump } from './clock.ts'
import { type CurrentPolicies, readPolicies, rulesOf, type StoredPolicy } from './stored-policies.ts'
import { openRun } from './stored-runs.ts'

/** `GET /account/retention`. */
export const getRetention = (ctx: RequestContext): Promise<RetentionPolicy> => ctx.read(currentPolicy)

/** The policy and everything that waits, as calls return them. */
export const currentPolicy = async (tx: TenantTransaction): Promise<RetentionPolicy> => {
  const run = await openRun(tx)
  return {
    ...toPolicy(tx.client, await readPolicies(tx)),
    clock: await readClockJump(tx),
    waiting_run: run?.state === 'NeedsWord' ? run.run_id : null,
  }
}

const toPolicy = (client: string, { active, pending, newest }: CurrentPolicies) => ({
  client,
  ...rulesOf(active),
  updated_at: active?.saved_at ?? null,
  updated_by: active?.saved_by ?? null,
  version: newest,
  active_version: active?.version ?? 0,
  pending: pending && toPending(pending),
})

/** A version as calls return it. */
export const toPending = (policy: StoredPolicy): NonNullable<RetentionPolicy['pending']> => {
  const { version, effective_at, saved_by, saved_at, needs_second_person, confirmed_by, confirmed_at } = policy
  const { freed_recordings, freed_bytes } = policy
  return {
    ...rulesOf(policy),
    version,
    effective_at,
    saved_by,
    saved_at,
    needs_second_person,
    confirmed_by,
    confirmed_at,
    freed_recordings,
    freed_bytes,
  }
}
