import { limits } from '@holdfast/contract'
import {
  insertRows,
  type PayloadRow,
  type Statement,
  type TenantTransaction,
} from '../../../platform/database/index.ts'
import { storedBytesStatements } from '../content/stored-bytes.ts'
import { type ArrivedContent, hasContent, storeContentsStatement } from '../content/stored-content.ts'
import { counterStatement } from '../counts/payload-counters.ts'
import { partiesOf, partiesStatement } from '../numbers/parties.ts'

const columns = [
  'payload_reference',
  'payload_type',
  'payload_state',
  'group',
  'device_reference',
  'device_user_reference',
  'device_ip',
  'sequence',
  'key_id',
  'encrypted_dek',
  'iv',
  'checksum',
  'size',
  's3_path',
  'is_content_in_table',
  'meta',
  'numbers',
  'is_legacy',
  'legacy_source',
  'legacy_reference',
  'is_late',
  'is_personal_number',
  'unusual',
  'payload_time',
  'registered_at',
  'uploaded_at',
  'updated_at',
  'updated_by',
] as const

type Registered = Pick<PayloadRow, (typeof columns)[number]>

/** A payload as it is registered. Its other columns are empty. */
export type RegisteredPayload = Omit<
  Registered,
  'meta' | 'payload_time' | 'registered_at' | 'uploaded_at' | 'updated_at'
> & { meta: object; payload_time: Date; registered_at: Date; uploaded_at: Date | null; updated_at: Date }

const insertPayloads = insertRows('payloads', columns)

const insertNumbers = insertRows('payload_numbers', [
  'number',
  'payload_time',
  'payload_reference',
  'group',
  'payload_type',
])

/**
 * The statements that insert payloads, with the numbers by which the filter finds them, and count them. They fail if a
 * reference or sequence number is taken (SQLSTATE 23505).
 * @param payloads sorted by reference, so that two batches cannot deadlock
 * @param contents of those whose content is in the table
 */
export const insertPayloadStatements = (
  tx: TenantTransaction,
  payloads: readonly RegisteredPayload[],
  contents: readonly ArrivedContent[],
): Statement[] => {
  const numbers = payloads.flatMap(numbersOf)
  return [
    insertPayloads(tx.client, payloads),
    ...(contents.length > 0 ? [storeContentsStatement(tx.client, contents)] : []),
    ...(numbers.length > 0
      ? [insertNumbers(tx.client, numbers), partiesStatement(tx.client, payloads.flatMap(partiesOf))]
      : []),
    ...storedBytesStatements(tx.client, payloads.filter(hasContent).map(bytesOf)),
    counterStatement(
      tx,
      payloads.map(({ group, payload_type, payload_state, payload_time }) => {
        return { group, payload_type, payload_state, payload_time: payload_time.toISOString(), by: 1 }
      }),
    ),
  ]
}

const bytesOf = ({ payload_type, size }: RegisteredPayload) => ({ payload_type, bytes: size ?? 0 })

/** The numbers by which the filter finds a recording. The payload's row has all of them. */
const numbersOf = ({ numbers, payload_time, payload_reference, group, payload_type }: RegisteredPayload) =>
  [...new Set(numbers.filter((number) => number !== null))]
    .slice(0, limits.maxSearchedNumbers)
    .map((number) => ({ number, payload_time, payload_reference, group, payload_type }))
