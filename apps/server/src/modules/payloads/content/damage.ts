import { EnvelopeError } from '@holdfast/custody'
import type { Platform } from '../../../core/platform.ts'
import {
  type Actor,
  custodyStatement,
  noticesStatement,
  type PayloadRow,
  type TenantTransaction,
} from '../../../platform/database/index.ts'
import { ObjectNotFound, ObjectRangeUnsatisfiable } from '../../../platform/objects/index.ts'
import { type AlertCause, clearAlert, raiseAlert } from '../../alerts/index.ts'
import { payloadNotice } from '../changes/payload-notice.ts'
import { aboutPayload } from '../changes/state-alerts.ts'
import { lockPayload } from '../rows/get-payload.ts'

/** Damage to the stored bytes of a payload that had arrived intact. */
export interface Damage {
  /**
   * A code of `EnvelopeError` without its prefix, or `missing` (there are no bytes), `size` or `checksum` (they differ
   * from what arrived).
   */
  found: string
  /** The damaged segment, from 0, if known. */
  segment?: number
}

/** The damage that made opening or reading stored bytes fail; `null` if they failed for another reason. */
export const damageOf = (error: unknown): Damage | null => {
  if (error instanceof ObjectNotFound) return { found: 'missing' }
  // The object ends before the range begins.
  if (error instanceof ObjectRangeUnsatisfiable) return { found: 'truncated' }
  if (!(error instanceof EnvelopeError)) return null
  const { code, segment } = error
  return { found: code.replace('envelope.', ''), ...(segment === undefined ? {} : { segment }) }
}

/** Identifies the stored bytes that were examined, and the key used for them. */
export type ExaminedContent = Pick<
  PayloadRow,
  | 'client'
  | 'payload_reference'
  | 'payload_state'
  | 's3_path'
  | 'is_content_in_table'
  | 'uploaded_at'
  | 'key_id'
  | 'encrypted_dek'
>

/**
 * Records that the stored bytes of a payload are damaged: in its row, in its chain of custody, in the log, and as a
 * notice to open portals. If several callers find the damage at once, it is recorded once.
 * @returns `recorded`; `known` if it was recorded before; `changed` if the payload has changed since it was examined,
 * so that the finding no longer applies
 * @throws StorageUnavailable if the object is missing because its whole store is
 */
export const recordDamage = async (
  platform: Pick<Platform, 'database' | 'store' | 'log'>,
  actor: Actor,
  examined: ExaminedContent,
  damage: Damage,
): Promise<'recorded' | 'known' | 'changed'> => {
  await assertNoOutage(platform, examined, damage)
  const outcome = await platform.database.transaction(examined.client, async (tx) => {
    const payload = await lockPayload(tx, examined.payload_reference)
    if (!payload || !isAsExamined(payload, examined)) return 'changed'
    return (await markDamaged(tx, actor, payload, damage)) ? 'recorded' : 'known'
  })
  if (outcome === 'recorded') logDamage(platform, examined, damage)
  return outcome
}

/**
 * An object may be missing because the whole store is, which is an outage.
 * @throws StorageUnavailable
 */
export const assertNoOutage = async (
  { store }: Pick<Platform, 'store'>,
  { is_content_in_table }: Pick<PayloadRow, 'is_content_in_table'>,
  { found }: Damage,
): Promise<void> => {
  if (found === 'missing' && !is_content_in_table) await store.assertSameInstallation()
}

/** Operators watch the log for this entry, in addition to the metric. */
export const logDamage = (
  { log }: Pick<Platform, 'log'>,
  { client, payload_reference, s3_path }: ExaminedContent,
  damage: Damage,
): void => log.error({ client, payload_reference, object_key: s3_path, ...damage }, 'a stored recording is damaged')

const isAsExamined = (payload: PayloadRow, examined: ExaminedContent): boolean =>
  (['payload_state', 's3_path', 'is_content_in_table', 'uploaded_at', 'key_id', 'encrypted_dek'] as const).every(
    (column) => payload[column] === examined[column],
  )

/**
 * Records damage like `recordDamage`, in a transaction that has locked the payload's row.
 * @returns false if it was recorded before
 */
export const markDamaged = async (
  tx: TenantTransaction,
  actor: Actor,
  payload: PayloadRow,
  damage: Damage,
): Promise<boolean> => {
  if (payload.damaged_at !== null) return false
  const details = { ...damage, ...placeOf(payload) }
  await changeMark(tx, actor, payload, { damaged_at: tx.now, event: 'payload.damage_found', details })
  await raiseAlert(tx, damageAlert(payload))
  return true
}

/** Removes the mark, because the stored bytes are intact again, for example after an operator restored them. */
export const markIntact = async (tx: TenantTransaction, actor: Actor, payload: PayloadRow): Promise<void> => {
  await changeMark(tx, actor, payload, {
    damaged_at: null,
    event: 'payload.damage_mended',
    details: placeOf(payload),
  })
  await clearAlert(tx, 'payload_damaged', payload.payload_reference)
}

const damageAlert = ({ payload_reference, payload_type, group }: PayloadRow): AlertCause => ({
  condition: 'payload_damaged',
  of: payload_reference,
  values: { payload: payload_reference },
  group,
  related: [aboutPayload(payload_reference, payload_type)],
})

/** Where the stored bytes are, for the chain of custody. Those in the table have no key. */
const placeOf = ({ s3_path }: PayloadRow): { object_key?: string } => (s3_path === null ? {} : { object_key: s3_path })

interface MarkChange {
  damaged_at: Date | null
  event: 'payload.damage_found' | 'payload.damage_mended'
  details: Record<string, unknown>
}

const changeMark = async (
  tx: TenantTransaction,
  actor: Actor,
  payload: PayloadRow,
  { damaged_at, event, details }: MarkChange,
): Promise<void> => {
  const { payload_reference, payload_state } = payload
  await tx.db
    .updateTable('payloads')
    .set({ damaged_at, updated_at: tx.now, updated_by: actor.reference })
    .where('client', '=', tx.client)
    .where('payload_reference', '=', payload_reference)
    .execute()
  await tx.executeAll([
    custodyStatement(tx, [{ actor, payload_reference, event, details }]),
    noticesStatement(tx, [payloadNotice(payload, payload_state)]),
  ])
}
