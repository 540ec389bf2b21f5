import type { Timestamp } from '@holdfast/contract'
import { type Expression, type RawBuilder, sql } from 'kysely'
import { compiledStatement, eachValue, storedJson, type TenantTransaction } from '../../../platform/database/index.ts'

/**
 * Queries of `payloads` are not prepared: a plan cached while the table is empty may use any index that begins with
 * the account, and read all of its rows for each number until statistics are gathered.
 */
export const usedSequencesStatement = compiledStatement(
  (db, values: { client: string; device_reference: string; sequences: readonly number[] }) =>
    db
      .selectFrom(eachValue(values.sequences, 'bigint'))
      .innerJoinLateral(
        (eb) =>
          eb
            .selectFrom('payloads')
            .select(['sequence', 'payload_reference'])
            .where('client', '=', values.client)
            .where('device_reference', '=', values.device_reference)
            .whereRef('sequence', '=', 'wanted.value')
            .limit(1)
            .as('payload'),
        (join) => join.onTrue(),
      )
      .select(['payload.sequence', 'payload.payload_reference']),
)

/** The payloads with one of the references, of any device. */
export const payloadsByReferenceStatement = compiledStatement(
  (db, { client, references }: { client: string; references: readonly string[] }) =>
    db
      .selectFrom(eachValue(references, 'text'))
      .innerJoinLateral(
        (eb) =>
          eb
            .selectFrom('payloads')
            .selectAll()
            .where('client', '=', client)
            .whereRef('payload_reference', '=', 'wanted.value')
            .limit(1)
            .as('payload'),
        (join) => join.onTrue(),
      )
      .selectAll('payload'),
)

/** The states of those of these payloads that are of the device. */
export const statesOfDevicePayloads = (
  tx: TenantTransaction,
  device_reference: string,
  payload_references: readonly string[],
) =>
  tx.db
    .selectFrom('payloads')
    .select(['payload_reference', 'payload_state', 'failure'])
    .where('client', '=', tx.client)
    .where('device_reference', '=', device_reference)
    .where('payload_reference', 'in', payload_references)
    .execute()

/** The number after the highest sequence of the device's payloads, read from the end of their unique index. */
export const nextSequence = async (tx: TenantTransaction, device_reference: string): Promise<number> => {
  const last = await tx.db
    .selectFrom('payloads')
    .select('sequence')
    .where('client', '=', tx.client)
    .where('device_reference', '=', device_reference)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last ? last.sequence + 1 : 0
}

/** The payloads with these numbers of a device. Negative ones are of legacy recordings, which no handset numbered. */
export const payloadsBySequence = (tx: TenantTransaction, device_reference: string, sequences: readonly number[]) =>
  tx.db
    .selectFrom('payloads')
    .select(['sequence', 'payload_reference', 'payload_type', 'payload_time', 'group', 'device_user_reference'])
    .where('client', '=', tx.client)
    .where('device_reference', '=', device_reference)
    .where('sequence', 'in', sequences)
    .where('sequence', '>=', 0)
    .execute()

interface NumberOfDevice {
  device_reference: string
  sequence: number
}

/** The groups of the payloads with these numbers of these devices. */
export const groupsBySequence = async (
  { db, client }: Pick<TenantTransaction, 'db' | 'client'>,
  numbers: readonly NumberOfDevice[],
): Promise<(NumberOfDevice & { group: string })[]> => {
  if (numbers.length === 0) return []
  const wanted = storedJson(numbers.map(({ device_reference, sequence }) => ({ device_reference, sequence })))
  const { rows } = await sql<NumberOfDevice & { group: string }>`
    select wanted.device_reference, wanted.sequence, payload."group"
    from json_to_recordset(${wanted}::json) as wanted (device_reference text, sequence bigint)
    cross join lateral (select "group" from payloads
      where client = ${client} and device_reference = wanted.device_reference and sequence = wanted.sequence
        and sequence >= 0 limit 1) payload`.execute(db)
  return rows
}

/** A query, in brackets, for the payload with the highest number of a device, not counting some numbers and legacy recordings. */
export const latestOtherPayload = (
  client: string,
  device_reference: Expression<unknown>,
  other_than: Expression<unknown>,
): RawBuilder<unknown> =>
  sql`(select sequence, payload_time from payloads
    where client = ${client} and device_reference = ${device_reference} and sequence <> all(${other_than}) and sequence >= 0
    order by sequence desc limit 1)`

/** Locks payloads that a device registered until a time and whose sealed bytes have not arrived completely. */
export const lockMissingContents = (
  tx: TenantTransaction,
  {
    device_reference,
    registered_until,
    limit,
  }: { device_reference: string; registered_until: Timestamp; limit: number },
) =>
  tx.db
    .selectFrom('payloads')
    .selectAll()
    .where('client', '=', tx.client)
    .where('device_reference', '=', device_reference)
    .where('payload_state', '=', 'Recorded')
    .where('registered_at', '<=', registered_until)
    .orderBy('payload_reference')
    .limit(limit)
    .forUpdate()
    .execute()
