import { EnvelopeError } from '@holdfast/custody'
import {
  type Actor,
  custodyStatement,
  executeAll,
  noticesStatement,
  type PayloadRow,
  type TenantTransaction,
} from '../../platform/database/index.ts'
import { ObjectNotFound, ObjectRangeUnsatisfiable } from '../../platform/objects/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { lockPayload } from './get-payload.ts'

/** What is wrong with the stored bytes of a payload that had arrived whole. */
export interface Damage {
  /**
   * A code of EnvelopeError without its prefix, or one of ours. `missing`: there is no object; `size`, `checksum`: it has not
   * those that it arrived with.
   */
  found: string
  /** The segment in which it shows, from 0, where that is known. */
  segment?: number
}

/** The damage that opening or reading stored bytes failed with; null when it failed with anything else. */
export const damageOf = (error: unknown): Damage | null => {
  if (error instanceof ObjectNotFound) return { found: 'missing' }
  // The object ends before the range begins.
  if (error instanceof ObjectRangeUnsatisfiable) return { found: 'truncated' }
  if (!(error instanceof EnvelopeError)) return null
  const { code, segment } = error
  return { found: code.replace('envelope.', ''), ...(segment === undefined ? {} : { segment }) }
}

/** Which stored bytes were looked at, and with which key. */
export type Looked = Pick<
  PayloadRow,
  'client' | 'payload_reference' | 'payload_state' | 's3_path' | 'uploaded_at' | 'key_id' | 'encrypted_dek'
>

/**
 * Puts on record that the stored bytes of a payload are not those that arrived: in its row, in its custody, in the log, and
 * for open portals. Of several who find it at once, one does.
 * @returns `recorded`; `known` when it is on record; `changed` when the payload is another one by now, so that nothing of
 *   what was seen can be held against it
 * @throws StorageUnavailable when the object is missing because its whole store is
 */
export const recordDamage = async (
  platform: Pick<Platform, 'database' | 'store' | 'log'>,
  actor: Actor,
  looked: Looked,
  damage: Damage,
): Promise<'recorded' | 'known' | 'changed'> => {
  if (damage.found === 'missing') await platform.store.assertOurs()
  const outcome = await platform.database.transaction(looked.client, async (tx) => {
    const payload = await lockPayload(tx, looked.payload_reference)
    if (!payload || !isAsLooked(payload, looked)) return 'changed'
    return (await markDamaged(tx, actor, payload, damage)) ? 'recorded' : 'known'
  })
  if (outcome === 'recorded') logDamage(platform, looked, damage)
  return outcome
}

/** What operators watch the log for, beside the metric. */
export const logDamage = (
  { log }: Pick<Platform, 'log'>,
  { client, payload_reference, s3_path }: Looked,
  damage: Damage,
): void => log.error({ client, payload_reference, object_key: s3_path, ...damage }, 'a stored recording is damaged')

const isAsLooked = (payload: PayloadRow, looked: Looked): boolean =>
  (['payload_state', 's3_path', 'uploaded_at', 'key_id', 'encrypted_dek'] as const).every(
    (column) => payload[column] === looked[column],
  )

/**
 * The same within the transaction of whoever holds the lock of the payload's row.
 * @returns false when it is on record
 */
export const markDamaged = async (
  tx: TenantTransaction,
  actor: Actor,
  payload: PayloadRow,
  damage: Damage,
): Promise<boolean> => {
  if (payload.damaged_at !== null) return false
  const details = { ...damage, object_key: payload.s3_path }
  await changeMark(tx, actor, payload, { damaged_at: tx.now, event: 'payload.damage_found', details })
  return true
}

/** Takes the mark away: the stored bytes are whole again, as after an operator has restored them. */
export const markWhole = (tx: TenantTransaction, actor: Actor, payload: PayloadRow): Promise<void> =>
  changeMark(tx, actor, payload, {
    damaged_at: null,
    event: 'payload.damage_mended',
    details: { object_key: payload.s3_path },
  })

interface MarkChange {
  damaged_at: Date | null
  event: 'payload.damage_found' | 'payload.damage_mended'
  details: Record<string, unknown>
}

const changeMark = async (
  tx: TenantTransaction,
  actor: Actor,
  { payload_reference, payload_state, payload_type, group }: PayloadRow,
  { damaged_at, event, details }: MarkChange,
): Promise<void> => {
  await tx.db
    .updateTable('payloads')
    .set({ damaged_at, updated_at: tx.now, updated_by: actor.reference })
    .where('client', '=', tx.client)
    .where('payload_reference', '=', payload_reference)
    .execute()
  await executeAll(tx.db, [
    custodyStatement(tx, [{ actor, payload_reference, event, details }]),
    noticesStatement(tx, [
      { kind: 'payload', reference: payload_reference, state: payload_state, payload_type, group },
    ]),
  ])
}
