import {
  type CallInput,
  type calls,
  ProductError,
  type RetentionFreed,
  type RetentionRules,
  type ValidationProblem,
} from '@holdfast/contract'
import type { TenantTransaction } from '../../platform/database/index.ts'
import type { AgedPayload } from '../payloads/index.ts'
import { freesAnything, freesOtherData, weakens } from './combine-rules.ts'
import { type Change, countFreed } from './count-freed.ts'
import { type CurrentPolicies, noRules, readPolicyAt, rulesOf } from './stored-policies.ts'

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
 * @throws ProductError `retention.destroy_before_delete`, `retention.not_applied`, `retention.locked`, `retention.nothing_to_do` for the lock of an
 * empty policy
 */
export const changeOfPolicy = async (
  tx: TenantTransaction,
  { active, pending }: CurrentPolicies,
  chosen: Chosen,
  isVisible: (payload: AgedPayload) => boolean,
): Promise<ChangeOfPolicy> => {
  assertDeletedFirst(chosen)
  assertApplied(chosen)
  const before = rulesOf(active)
  const { settings, is_locked } = rulesOf(pending ?? active)
  const after: RetentionRules = {
    entities: chosen.entities,
    payloads: chosen.payloads,
    settings: chosen.settings ?? settings,
    is_locked: chosen.is_locked ?? is_locked,
  }
  const isLocking = after.is_locked && !before.is_locked
  if (isLocking && !removesAnything(after)) throw new ProductError('retention.nothing_to_do')
  const is_longer = !isLocking && !freesAnything(before, after)
  if (before.is_locked && (!is_longer || !after.is_locked)) throw new ProductError('retention.locked')
  const effective_at = is_longer ? tx.now : new Date(tx.now.getTime() + before.settings.delay_days * dayMs)
  const freed = await countFreed(tx, { before, after, at: effective_at }, isVisible)
  const needs_second_person =
    isLocking ||
    weakens(before.settings, after.settings) ||
    freesOtherData(before, after) ||
    isMuch(before, freed) ||
    (await isMuchOfLate(tx, { before, after, at: effective_at }))
  return { before, after, is_longer, effective_at, needs_second_person: !is_longer && needs_second_person, freed }
}

/** Whether more is freed than one person decides on. */
export const isMuch = ({ settings }: RetentionRules, freed: Pick<RetentionFreed, 'recordings' | 'bytes'>): boolean =>
  freed.recordings > settings.confirm_above_recordings || freed.bytes > settings.confirm_above_bytes

/** Changes that took effect within this time count as one. */
const addedUpMs = dayMs

/**
 * Whether a change frees more than one person decides on together with those that took effect within a day: nobody gets past the limit by
 * several changes below it.
 */
export const isMuchOfLate = async (tx: TenantTransaction, { before, ...change }: Change): Promise<boolean> => {
  const earlier = await readPolicyAt(tx, new Date(tx.now.getTime() - addedUpMs))
  if (!freesAnything(rulesOf(earlier), before)) return false
  return isMuch(before, await countFreed(tx, { ...change, before: rulesOf(earlier) }, () => false))
}

/** Whether a policy deletes or destroys anything at all. */
export const removesAnything = (rules: RetentionRules): boolean =>
  freesAnything({ ...noRules, settings: rules.settings }, rules)

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

/**
 * A rule that would do nothing is refused: days of deletion alone for data that has no deleted state. A rule without days says that
 * something is kept.
 * @throws ProductError `retention.not_applied`, with the fields
 */
const assertApplied = ({ entities }: Chosen): void => {
  const problems = entities.flatMap(({ delete_after_days, destroy_after_days }, place): ValidationProblem[] => {
    const isDeletedOnly = (delete_after_days ?? null) !== null && (destroy_after_days ?? null) === null
    if (!isDeletedOnly) return []
    const params = { requiredProperties: ['destroy_after_days'] }
    return [
      {
        path: `/body/entities/${place}/destroy_after_days`,
        keyword: 'required',
        params,
        message: 'is required: this data is destroyed at once',
      },
    ]
  })
  if (problems.length > 0) throw new ProductError('retention.not_applied', {}, problems)
}
