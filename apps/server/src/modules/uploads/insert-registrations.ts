import { assertTransition, type PayloadRegistration } from '@holdfast/contract'
import type { Actor, NewPayloadRow, TenantTransaction } from '../../platform/database/index.ts'
import type { DevicePrincipal } from '../../platform/http/principals.ts'
import { countPayloads } from '../payloads/index.ts'
import { instantOf, isLate } from './handset-time.ts'
import { sealedObjectKey } from './object-keys.ts'
import type { PersonalPeriod } from './personal-number.ts'
import { isPersonal, numbersNamed } from './personal-number.ts'

export interface NewRegistration {
  item: PayloadRegistration
  /** Its sealed bytes lie in the object store already. */
  isStored: boolean
}

export interface RegistrationContext {
  device: DevicePrincipal
  actor: Actor
  address: string
  personalPeriods: readonly PersonalPeriod[]
}

/** Somebody took a reference or a sequence number in the same moment: decide again. */
export class RegistrationRaceLost extends Error {
  override readonly name = 'RegistrationRaceLost'
}

/** Rows in one statement; a statement takes 65,535 parameters. */
const numbersInStatement = 5_000

/**
 * Registers payloads with a fixed number of statements. What arrived with its bytes is Uploaded at once.
 * @throws RegistrationRaceLost
 */
export const insertRegistrations = async (
  tx: TenantTransaction,
  registrations: readonly NewRegistration[],
  context: RegistrationContext,
): Promise<void> => {
  if (registrations.length === 0) return
  // One order for everybody, so that two batches can't wait for each other.
  const rows = registrations
    .map((registration) => toRow(tx, registration, context))
    .sort((a, b) => (a.payload_reference < b.payload_reference ? -1 : 1))
  const inserted = await tx.db
    .insertInto('payloads')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (inserted.numInsertedOrUpdatedRows !== BigInt(rows.length)) throw new RegistrationRaceLost()
  await insertNumbers(tx, rows)
  await countPayloads(
    tx,
    rows.map(({ group, payload_type, payload_state, payload_time }) => {
      return { group, payload_type, payload_state, payload_time: isoOf(payload_time), by: 1 }
    }),
  )
  await recordCustody(tx, rows, context.actor)
  await notifyPortals(tx, rows)
}

const toRow = (
  tx: TenantTransaction,
  { item, isStored }: NewRegistration,
  { device, address, personalPeriods }: RegistrationContext,
): NewPayloadRow => {
  const payload_time = instantOf(item.payload_time)
  assertTransition(null, item.payload_state)
  if (isStored) assertTransition(item.payload_state, 'Uploaded')
  const hasArrived = isStored || item.payload_state === 'NotRecorded'
  return {
    client: tx.client,
    payload_reference: item.payload_reference,
    payload_type: item.payload_type,
    payload_state: isStored ? 'Uploaded' : item.payload_state,
    group: device.group,
    device_reference: device.device_reference,
    device_user_reference: device.device_user_reference,
    device_ip: address,
    sequence: item.sequence,
    key_id: item.key_id ?? null,
    encrypted_dek: item.encrypted_dek ?? null,
    iv: item.iv ?? null,
    checksum: item.checksum ?? null,
    size: item.size ?? null,
    s3_path:
      isStored && item.checksum !== undefined
        ? sealedObjectKey(tx.client, item.payload_reference, item.checksum)
        : null,
    meta: JSON.stringify(item.meta),
    media: null,
    numbers: item.numbers,
    is_legacy: false,
    is_late: hasArrived && isLate(payload_time, tx.now),
    is_personal_number: isPersonal(numbersNamed(item), payload_time, personalPeriods),
    payload_time,
    registered_at: tx.now,
    uploaded_at: isStored ? tx.now : null,
    updated_at: tx.now,
    updated_by: device.device_reference,
  }
}

const isoOf = (time: Date | string): string => new Date(time).toISOString()

const insertNumbers = async (tx: TenantTransaction, rows: readonly NewPayloadRow[]): Promise<void> => {
  const numbers = rows.flatMap(({ client, payload_reference, payload_type, payload_time, group, ...row }) =>
    [...new Set(row.numbers)].map((number) => ({
      client,
      number,
      payload_time,
      payload_reference,
      group,
      payload_type,
    })),
  )
  for (let start = 0; start < numbers.length; start += numbersInStatement) {
    await tx.db
      .insertInto('payload_numbers')
      .values(numbers.slice(start, start + numbersInStatement))
      .execute()
  }
}

const recordCustody = (tx: TenantTransaction, rows: readonly NewPayloadRow[], actor: Actor): Promise<void> =>
  tx.custody(
    actor,
    rows.flatMap(({ payload_reference, payload_state, payload_type, sequence, key_id, checksum, size }) => {
      const registered = { payload_type, sequence, key_id, checksum, size }
      const isUploaded = payload_state === 'Uploaded'
      const to = isUploaded ? 'Recorded' : payload_state
      return [
        { payload_reference, event: 'payload.registered', details: { to, ...registered } } as const,
        ...(isUploaded
          ? [{ payload_reference, event: 'payload.uploaded', details: { from: to, to: payload_state } } as const]
          : []),
      ]
    }),
  )

/** Nobody looks at a payload that is new, only at lists: a notice for each type and state is enough. */
const notifyPortals = async (tx: TenantTransaction, rows: readonly NewPayloadRow[]): Promise<void> => {
  const byKind = new Map(rows.map((row) => [`${row.payload_type} ${row.payload_state}`, row]))
  for (const { payload_reference, payload_state, payload_type, group } of byKind.values()) {
    await tx.notify({ kind: 'payload', reference: payload_reference, state: payload_state, payload_type, group })
  }
}
