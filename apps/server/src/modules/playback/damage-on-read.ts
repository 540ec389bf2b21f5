import { ProductError } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import type { PayloadRow } from '../../platform/database/index.ts'
import { type DerivedPart, remakePart } from '../derived-media/index.ts'
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
 * Runs `work`, which reads a part that was made from a payload. A damaged part says nothing about the recording: it is made
 * again, and only the log reports it.
 * @throws ProductError `part.being_made` if the part is damaged; StorageUnavailable if it is missing because its whole store is
 */
export const withDamagedPartRemade = async <T>(
  ctx: RequestContext,
  payload: PayloadRow,
  part: DerivedPart,
  work: () => T | Promise<T>,
): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    const damage = damageOf(error)
    if (!damage) throw error
    if (damage.found === 'missing') await ctx.platform.store.assertSameInstallation()
    await remake(ctx, payload, part, damage)
    ctx.reply.header('retry-after', '1')
    throw new ProductError('part.being_made')
  }
}

/** Makes a part again whose running stream is interrupted by damage. The player asks for it again. */
export const remakeAfterStreamDamage = async (
  ctx: RequestContext,
  payload: PayloadRow,
  part: DerivedPart,
  error: unknown,
): Promise<void> => {
  const damage = damageOf(error)
  if (!damage) return
  await remake(ctx, payload, part, damage).catch((failure: unknown) =>
    ctx.platform.log.error({ err: failure, ...damage }, 'a damaged part of a recording could not be made again'),
  )
}

const remake = async (
  { platform }: RequestContext,
  payload: PayloadRow,
  part: DerivedPart,
  damage: Damage,
): Promise<void> => {
  const { client, payload_reference } = payload
  platform.log.error({ client, payload_reference, part: part.name, ...damage }, 'a part of a recording is damaged')
  await remakePart(platform, payload, part)
}

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
