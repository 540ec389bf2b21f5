import type { PayloadRegistration } from '@holdfast/contract'
import type { PayloadRow, TenantTransaction } from '../../platform/database/index.ts'
import type { DevicePrincipal } from '../../platform/http/principals.ts'
import { numbersNamed, type PersonalPeriod } from './personal-number.ts'

/** A number and when recordings with it are personal; `until` is null while it still is one. */
/** What is known when a batch of registrations arrives, gathered in a fixed number of queries. */
export interface RegistrationFacts {
  /** Services of the device and of its user. */
  services: ReadonlySet<string>
  /** Which of the named keys are the account's. */
  keyIds: ReadonlySet<string>
  /** Payloads that have one of the references, whoever registered them. */
  known: ReadonlyMap<string, PayloadRow>
  /** References by the sequence numbers that this device has used. */
  sequences: ReadonlyMap<number, string>
  /** Sealed bytes that have arrived of uploads under way. */
  arrivedBytes: ReadonlyMap<string, number>
  personalPeriods: readonly PersonalPeriod[]
}

export const gatherFacts = async (
  tx: TenantTransaction,
  device: DevicePrincipal,
  items: readonly PayloadRegistration[],
): Promise<RegistrationFacts> => {
  // Before the payloads: one that is registered in between then has its reference known, and is no stranger's number.
  const sequences = await usedSequences(
    tx,
    device,
    items.map(({ sequence }) => sequence),
  )
  const known = await payloadsByReference(
    tx,
    items.map(({ payload_reference }) => payload_reference),
  )
  return {
    services: await servicesOf(tx, device),
    keyIds: await accountKeys(
      tx,
      items.flatMap(({ key_id }) => (key_id === undefined ? [] : [key_id])),
    ),
    known,
    sequences,
    arrivedBytes: await arrivedBytesOf(tx, [...known.keys()]),
    personalPeriods: await personalPeriodsOf(tx, device, items),
  }
}

const payloadsByReference = async (tx: TenantTransaction, references: readonly string[]) => {
  const rows = await tx.db
    .selectFrom('payloads')
    .selectAll()
    .where('client', '=', tx.client)
    .where('payload_reference', 'in', references)
    .execute()
  return new Map(rows.map((row) => [row.payload_reference, row]))
}

const servicesOf = async (tx: TenantTransaction, device: DevicePrincipal): Promise<Set<string>> => {
  const row = await tx.db
    .selectFrom('devices')
    .leftJoin('device_users', (join) =>
      join
        .onRef('device_users.device_user_reference', '=', 'devices.device_user_reference')
        .on('device_users.client', '=', tx.client),
    )
    .select(['devices.services', 'device_users.services as user_services'])
    .where('devices.client', '=', tx.client)
    .where('devices.device_reference', '=', device.device_reference)
    .executeTakeFirst()
  return new Set([...(row?.services ?? []), ...(row?.user_services ?? [])])
}

const accountKeys = async (tx: TenantTransaction, keyIds: readonly string[]): Promise<Set<string>> => {
  if (keyIds.length === 0) return new Set()
  const rows = await tx.db
    .selectFrom('client_keys')
    .select('key_id')
    .where('client', '=', tx.client)
    .where('key_id', 'in', [...new Set(keyIds)])
    .execute()
  return new Set(rows.map(({ key_id }) => key_id))
}

const usedSequences = async (tx: TenantTransaction, device: DevicePrincipal, sequences: readonly number[]) => {
  const rows = await tx.db
    .selectFrom('payloads')
    .select(['sequence', 'payload_reference'])
    .where('client', '=', tx.client)
    .where('device_reference', '=', device.device_reference)
    .where('sequence', 'in', sequences)
    .execute()
  return new Map(rows.map(({ sequence, payload_reference }) => [sequence, payload_reference]))
}

const arrivedBytesOf = async (tx: TenantTransaction, references: readonly string[]): Promise<Map<string, number>> => {
  if (references.length === 0) return new Map()
  const rows = await tx.db
    .selectFrom('upload_parts')
    .select(({ fn }) => ['payload_reference', fn.sum<number>('bytes').as('bytes')])
    .where('client', '=', tx.client)
    .where('payload_reference', 'in', references)
    .groupBy('payload_reference')
    .execute()
  return new Map(rows.map(({ payload_reference, bytes }) => [payload_reference, bytes]))
}

const personalPeriodsOf = async (
  tx: TenantTransaction,
  { device_user_reference }: DevicePrincipal,
  items: readonly PayloadRegistration[],
): Promise<PersonalPeriod[]> => {
  if (device_user_reference === null || items.every((item) => numbersNamed(item).length === 0)) return []
  const rows = await tx.db
    .selectFrom('personal_numbers')
    .select(['personal_number', 'is_active', 'created_at', 'deleted_at'])
    .where('client', '=', tx.client)
    .where('device_user_reference', '=', device_user_reference)
    .execute()
  return rows
    .filter(({ is_active, deleted_at }) => is_active || deleted_at !== null)
    .map(({ personal_number, created_at, deleted_at }) => ({ personal_number, from: created_at, until: deleted_at }))
}
