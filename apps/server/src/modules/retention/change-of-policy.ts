import { type CallInput, type calls, ProductError, type RetentionFreed, type RetentionRules } from '@holdfast/contract'
import type { TenantTransaction } from '../../platform/database/index.ts'
import type { AgedPayload } from '../payloads/index.ts'
import { freesAnything } from './combine-rules.ts'
import { countFreed } from './count-freed.ts'
import { type CurrentPolicies, rulesOf } from './stored-policies.ts'

const dayMs = 24 * 60 * 60 * 1000

type Chosen = CallInput<typeof calls.previewRetention>['body']

export interface ChangeOfPolicy {
  before: RetentionRules
  after: RetentionRules
  is_longer: boolean
  effective_at: Date
  needs_second_person: boolean
  freed: RetentionFreed
}

/**
 * What a change of the policy means: whether it only keeps data for longer, what it frees, and when it takes effect.
 * @param isVisible whether a recording can be named as an example
 * @throws ProductError `retention.destroy_before_delete`, `retention.locked`
 */
export const changeOfPolicy = async (
  tx: TenantTransaction,
  { active, pending }: CurrentPolicies,
  chosen: Chosen,
  isVisible: (payload: AgedPayload) => boolean,
): Promise<ChangeOfPolicy> => {
  assertDeletedFirst(chosen)
  const before = rulesOf(active)
  const { settings, is_locked } = rulesOf(pending ?? active)
  const after: RetentionRules = {
    entities: chosen.entities,
    payloads: chosen.payloads,
    settings: chosen.settings ?? settings,
    is_locked: chosen.is_locked ?? is_locked,
  }
  const is_longer = !freesAnything(before, after)
  if (before.is_locked && (!is_longer || !after.is_locked)) throw new ProductError('retention.locked')
  const effective_at = is_longer ? tx.now : new Date(tx.now.getTime() + before.settings.delay_days * dayMs)
  const freed = await countFreed(tx, { before, after, at: effective_at }, isVisible)
  const { confirm_above_recordings, confirm_above_bytes } = before.settings
  const isMuch = freed.recordings > confirm_above_recordings || freed.bytes > confirm_above_bytes
  return { before, after, is_longer, effective_at, needs_second_person: !is_longer && isMuch, freed }
}

/** @throws ProductError `retention.destroy_before_delete`, with the fields */
const assertDeletedFirst = ({ entities, payloads }: Chosen): void => {
  const problems = Object.entries({ entities, payloads }).flatMap(([list, entries]) =>
    entries.flatMap(({ delete_after_days, destroy_after_days }, place) =>
      (destroy_after_days ?? Number.POSITIVE_INFINITY) < (delete_after_days ?? 0)
        ? [
            {
              path: `/body/${list}/${place}/destroy_after_days`,
              keyword: 'minimum',
              params: { comparison: '>=', limit: delete_after_days },
              message: `must be >= ${delete_after_days}`,
            },
          ]
        : [],
    ),
  )
  if (problems.length > 0) throw new ProductError('retention.destroy_before_delete', {}, problems)
}
