import { type MediaPart, ProductError } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import type { PayloadRow } from '../../platform/database/index.ts'
import { type Damage, damageOf, recordDamage } from '../payloads/index.ts'

/**
 * Runs `work`, which reads the stored bytes of a payload before the response begins.
 * @throws ProductError `playback.damaged` after damage was found and recorded; `playback.expired` if the payload
 * changed meanwhile
 */
export const withDamageRecorded = async <T>(
  ctx: RequestContext,
  payload: PayloadRow,
  work: () => T | Promise<T>,
): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    const damage = damageOf(error)
    if (!damage) throw error
    const outcome = await recordDamageOf(ctx, payload, damage)
    if (outcome === 'recorded') {
      ctx.recordFinding('payload.damage_found', { payload_reference: payload.payload_reference, ...damage })
    }
    throw new ProductError(outcome === 'changed' ? 'playback.expired' : 'playback.damaged')
  }
}

/**
 * Runs `work`, which reads a part that was made from a payload. A damaged part says nothing about the recording, so only the log
 * reports it.
 * @throws ProductError `part.not_made` if the part is damaged; StorageUnavailable if it is missing because its whole store is
 */
export const withPartDamageLogged = async <T>(
  ctx: RequestContext,
  payload: PayloadRow,
  part: MediaPart,
  work: () => T | Promise<T>,
): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    const damage = damageOf(error)
    if (!damage) throw error
    if (damage.found === 'missing') await ctx.platform.store.assertSameInstallation()
    logPartDamage(ctx, payload, part, damage)
    throw new ProductError('part.not_made')
  }
}

/** Logs damage that interrupts the running stream of a part. */
export const logPartStreamDamage = (
  ctx: RequestContext,
  payload: PayloadRow,
  part: MediaPart,
  error: unknown,
): void => {
  const damage = damageOf(error)
  if (damage) logPartDamage(ctx, payload, part, damage)
}

const logPartDamage = (
  { platform }: RequestContext,
  { client, payload_reference }: PayloadRow,
  part: MediaPart,
  damage: Damage,
): void => platform.log.error({ client, payload_reference, part, ...damage }, 'a part of a recording is damaged')

/**
 * Records damage that interrupts a running stream. The call has been answered already, so only the chain of custody
 * records it, with the call's request_id.
 */
export const recordStreamDamage = async (ctx: RequestContext, payload: PayloadRow, error: unknown): Promise<void> => {
  const damage = damageOf(error)
  if (!damage) return
  await recordDamageOf(ctx, payload, damage).catch((failure: unknown) =>
    ctx.platform.log.error({ err: failure, ...damage }, 'damage to a stored recording could not be put on record'),
  )
}

const recordDamageOf = ({ platform, request_id }: RequestContext, payload: PayloadRow, damage: Damage) =>
  recordDamage(platform, { kind: 'system', reference: 'playback', request_id }, payload, damage)
