import { ProductError } from '@holdfast/contract'
import type { PayloadRow } from '../../platform/database/index.ts'
import type { RequestContext } from '../../platform/http/index.ts'
import { type Damage, damageOf, recordDamage } from '../payloads/index.ts'

/**
 * Does what reads the stored bytes of a payload, before the call is answered.
 * @throws ProductError `playback.damaged` once the damage that was met is on record; `playback.expired` when the payload
 *   changed meanwhile
 */
export const tellingDamage = async <T>(
  ctx: RequestContext,
  payload: PayloadRow,
  work: () => T | Promise<T>,
): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    const damage = damageOf(error)
    if (!damage) throw error
    const outcome = await putOnRecord(ctx, payload, damage)
    if (outcome === 'recorded') {
      ctx.recordFinding('payload.damage_found', { payload_reference: payload.payload_reference, ...damage })
    }
    throw new ProductError(outcome === 'changed' ? 'playback.expired' : 'playback.damaged')
  }
}

/** The same for content that is on its way: the call was answered, so its custody alone tells, by the call's request_id. */
export const noteBrokenStream = async (ctx: RequestContext, payload: PayloadRow, error: unknown): Promise<void> => {
  const damage = damageOf(error)
  if (!damage) return
  await putOnRecord(ctx, payload, damage).catch((failure: unknown) =>
    ctx.platform.log.error({ err: failure, ...damage }, 'damage to a stored recording could not be put on record'),
  )
}

const putOnRecord = ({ platform, request_id }: RequestContext, payload: PayloadRow, damage: Damage) =>
  recordDamage(platform, { kind: 'system', reference: 'playback', request_id }, payload, damage)
