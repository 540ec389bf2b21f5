import { ProductError, type ProfileAccountSettings } from '@holdfast/contract'
import { LRUCache } from 'lru-cache'
import type { RequestContext } from '../../core/calls/index.ts'
import type { Database } from '../../platform/database/index.ts'
import { chosenSettings } from './account-settings.ts'

type ReasonRule = Pick<ProfileAccountSettings, 'playback_reason_kind' | 'playback_reasons'>

const maxAccounts = 10_000

/** By account. Changes of the rule change the access version, which each call reads anyhow. */
const remembered = new WeakMap<Database, LRUCache<string, { version: number; rule: ReasonRule }>>()

/** @param version the access version that the call has read */
const reasonRule = async (
  { platform: { database }, client }: RequestContext,
  version: number | null,
): Promise<ReasonRule> => {
  const rules = remembered.get(database) ?? new LRUCache({ max: maxAccounts })
  remembered.set(database, rules)
  const known = rules.get(client)
  if (known && known.version === version) return known.rule
  const rule = await database.read(client, chosenSettings)
  if (version !== null) rules.set(client, { version, rule })
  return rule
}

/** Whether content is opened only with a reason. Lists, which take none, then show no content. */
export const isReasonRequired = async (ctx: RequestContext, version = ctx.access_version): Promise<boolean> =>
  (await reasonRule(ctx, version)).playback_reason_kind !== 'none'

/**
 * What speaks against opening content with this reason: `playback.reason_required`, `playback.reason_not_listed`, or nothing. Every call
 * that opens content or hands out addresses of it throws it before it does.
 */
export const problemOfReason = async (
  ctx: RequestContext,
  reason: string | undefined,
): Promise<ProductError | null> => {
  const { playback_reason_kind, playback_reasons } = await reasonRule(ctx, ctx.access_version)
  if (playback_reason_kind === 'none') return null
  if (reason === undefined) return new ProductError('playback.reason_required')
  const isTaken = playback_reason_kind === 'text' || playback_reasons.includes(reason)
  return isTaken ? null : new ProductError('playback.reason_not_listed')
}
