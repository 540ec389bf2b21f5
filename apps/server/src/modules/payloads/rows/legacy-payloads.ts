import { limits } from '@holdfast/contract'
import { sql } from 'kysely'
import { insertRows, type PayloadRow, storedJson, type TenantTransaction } from '../../../platform/database/index.ts'
import { partiesOf, partiesStatement } from '../numbers/parties.ts'
import type { Seal } from './former-seals.ts'

/**
 * The lowest number of each of these devices that a legacy recording has. Recordings of a legacy platform are numbered downwards from -1,
 * so that they neither fill nor make gaps in the numbers that handsets give. Devices without any are left out.
 */
export const lowestSequences = async (
  { db, client }: TenantTransaction,
  device_references: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await sql<{ device_reference: string; sequence: number }>`
    select wanted.device_reference, lowest.sequence
    from unnest(${[...new Set(device_references)]}::text[]) as wanted (device_reference)
    cross join lateral (select sequence from payloads
      where client = ${client} and device_reference = wanted.device_reference order by sequence limit 1) lowest
    where lowest.sequence < 0`.execute(db)
  return new Map(rows.map(({ device_reference, sequence }) => [device_reference, sequence]))
}

const insertNumbers = insertRows('payload_numbers', [
  'number',
  'payload_time',
  'payload_reference',
  'group',
  'payload_type',
])

type Details = Pick<PayloadRow, 'numbers' | 'is_personal_number'> & { meta: object }

/** Replaces what a legacy platform said of a recording that was imported before. Its time, type, device and content stay. */
export const updateLegacyDetails = async (
  tx: TenantTransaction,
  payload: PayloadRow,
  { meta, numbers, is_personal_number }: Details,
  updated_by: string,
): Promise<void> => {
  const { payload_reference, payload_time, payload_type, group } = payload
  await tx.db
    .updateTable('payloads')
    .set({ meta: storedJson(meta), numbers, is_personal_number, updated_at: tx.now, updated_by })
    .where('client', '=', tx.client)
    .where('payload_reference', '=', payload_reference)
    .execute()
  await tx.db
    .deleteFrom('payload_numbers')
    .where('client', '=', tx.client)
    .where('payload_reference', '=', payload_reference)
    .execute()
  const distinct = [...new Set(numbers.filter((number) => number !== null))].slice(0, limits.maxSearchedNumbers)
  if (distinct.length === 0) return
  const rows = distinct.map((number) => ({ number, payload_time, payload_reference, group, payload_type }))
  await tx.executeAll([
    insertNumbers(tx.client, rows),
    partiesStatement(tx.client, partiesOf({ group, payload_type, numbers, meta })),
  ])
}

/** Names the seal of a legacy recording whose content comes after its metadata. */
export const sealLegacyPayload = async (
  tx: TenantTransaction,
  payload_reference: string,
  { key_id, encrypted_dek, iv, checksum, size }: Pick<Seal, 'key_id' | 'encrypted_dek' | 'iv' | 'checksum' | 'size'>,
): Promise<void> => {
  await tx.db
    .updateTable('payloads')
    .set({ key_id, encrypted_dek, iv, checksum, size })
    .where('client', '=', tx.client)
    .where('payload_reference', '=', payload_reference)
    .where('payload_state', '=', 'Recorded')
    .where('is_legacy', '=', true)
    .execute()
}

/** The legacy recordings with this reference in their former systems, the latest first. */
export const findLegacyPayloads = (tx: TenantTransaction, legacy_reference: string, most: number) =>
  tx.db
    .selectFrom('payloads')
    .select(['payload_reference', 'payload_type', 'group'])
    .where('client', '=', tx.client)
    .where('legacy_reference', '=', legacy_reference)
    .orderBy('payload_time', 'desc')
    .limit(most)
    .execute()

/** A legacy recording as it is here. */
export interface LegacyStored {
  payload_reference: string
  payload_type: PayloadRow['payload_type']
  group: string
  device_user_reference: string | null
  /** It was deleted or destroyed here. */
  isGone: boolean
  hasContent: boolean
  /** Its content is still to come. */
  isWaiting: boolean
  /** Seconds by its metadata. */
  seconds: number
  /** Bytes of its sealed content. */
  size: number
}

/** The legacy recordings with these references, as they are here. */
export const storedLegacyPayloads = async (
  tx: TenantTransaction,
  payload_references: readonly string[],
): Promise<LegacyStored[]> => {
  const { rows } = await sql<LegacyStored>`
    select payload_reference, payload_type, "group", device_user_reference,
      payload_state in ('Deleted', 'Destroyed') as "isGone",
      payload_state = 'Recorded' as "isWaiting", size is not null and (s3_path is not null or is_content_in_table) as "hasContent",
      case when jsonb_typeof(meta -> 'duration') = 'number' then (meta ->> 'duration')::float8 else 0 end as seconds,
      coalesce(size, 0) as size
    from payloads
    where client = ${tx.client} and payload_reference = any(${payload_references}::text[]) and is_legacy`.execute(tx.db)
  return rows
}
