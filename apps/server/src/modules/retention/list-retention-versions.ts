import type { CallInput, calls, RetentionVersion } from '@holdfast/contract'
import { answerTableList, type RequestContext } from '../../core/calls/index.ts'
import { toPending } from './get-retention.ts'
import { isInForce, type StoredPolicy } from './stored-policies.ts'

/** `GET /account/retention/versions`. */
export const listRetentionVersions = (ctx: RequestContext, { query }: CallInput<typeof calls.listRetentionVersions>) =>
  answerTableList(ctx, query, {
    table: 'retention_policies',
    key: ['version'],
    direction: 'desc',
    conditions: () => [],
    toItems: (rows) => {
      const now = new Date()
      return rows.map((row) => toVersion(row, now))
    },
  })

const toVersion = (policy: StoredPolicy, now: Date): RetentionVersion => {
  const { client, ended_at, ended_by } = policy
  return { ...toPending(policy), client, state: stateOf(policy, now), ended_at, ended_by }
}

const stateOf = (policy: StoredPolicy, now: Date): RetentionVersion['state'] => {
  if (policy.ended_at === null) return isInForce(policy, now) ? 'in_force' : 'waiting'
  return isInForce(policy, new Date(policy.ended_at)) ? 'replaced' : 'ended_before'
}
