import { assertTransition, instantOf, type PayloadMeta, type PayloadRegistration, unusualOf } from '@holdfast/contract'
import type { DevicePrincipal } from '../../core/authorization/index.ts'
import {
  type Actor,
  type AttributedEvent,
  custodyStatement,
  type Notice,
  noticesStatement,
  type Statement,
  type TenantTransaction,
} from '../../platform/database/index.ts'
import { carriersOfRecording, seenCarriersStatements } from '../carriers/index.ts'
import { arrivalsStatement, takeTurnsStatement } from '../completeness/index.ts'
import { countMessagesStatement } from '../conversations/index.ts'
import { addMetrics } from '../metrics/index.ts'
import {
  type ArrivedContent,
  belongsInTable,
  insertPayloadStatements,
  type RegisteredPayload,
} from '../payloads/index.ts'
import { processingStatements } from '../processing/index.ts'
import type { Holder } from './holder.ts'
import { isLate } from './late.ts'
import { sealedObjectKey } from './object-keys.ts'
import { allNumbersOf, isPersonal } from './personal-number.ts'

/** The device that registers. */
export interface RegistrationContext {
  device: DevicePrincipal
  actor: Actor
  address: string
}

export interface NewRegistration {
  item: PayloadRegistration
  /** Its sealed bytes, if they arrived with it. Those that do not belong in the table are already in the object store. */
  content: Buffer | null
  by: RegistrationContext
  holder: Holder
}

/**
 * The statements that register payloads. Their number does not depend on the number of payloads. Payloads that arrived with
 * their bytes become Uploaded at once. The statements fail if a reference or sequence number is taken (SQLSTATE 23505).
 */
export const registrationStatements = (
  tx: TenantTransaction,
  registrations: readonly NewRegistration[],
): Statement[] => {
  if (registrations.length === 0) return []
  const { client } = tx
  // Sorted, so that two batches cannot deadlock.
  const rows = registrations
    .map((registration) => toRow(tx, registration))
    .sort((a, b) => (a.payload_reference < b.payload_reference ? -1 : 1))
  return [
    takeTurnsStatement(
      tx,
      rows.map(({ device_reference }) => device_reference),
    ),
    ...insertPayloadStatements(tx, rows, registrations.flatMap(tableContentOf)),
    addMetrics(tx, rows),
    arrivalsStatement(tx, rows),
    ...countMessages(client, registrations),
    ...seenCarriersStatements(
      tx,
      registrations.flatMap(({ item }) => carriersOfRecording(item.meta as PayloadMeta)),
    ),
    custodyStatement(
      tx,
      registrations.flatMap((registration) => custodyOf(registration)),
    ),
    noticesStatement(tx, noticesOf(rows)),
    ...processingStatements(
      client,
      rows.filter(({ payload_state }) => payload_state === 'Uploaded'),
    ),
  ]
}

/** Counts the messages that belong to a conversation. */
const countMessages = (client: string, registrations: readonly NewRegistration[]): Statement[] => {
  const references = registrations.flatMap(({ item }) =>
    'thread_id' in item.meta && item.meta.thread_id !== undefined ? [item.payload_reference] : [],
  )
  return references.length > 0 ? [countMessagesStatement({ client, references })] : []
}

/** The place of new content; `null` if none arrived. */
const placeOf = (content: Buffer | null): 'table' | 'object' | null => {
  if (content === null) return null
  return belongsInTable({ s3_path: null }, content.length) ? 'table' : 'object'
}

const tableContentOf = ({ item: { payload_reference }, content }: NewRegistration): ArrivedContent[] =>
  content !== null && placeOf(content) === 'table' ? [{ payload_reference, sealed: content }] : []

const toRow = (tx: TenantTransaction, { item, content, by, holder }: NewRegistration): RegisteredPayload => {
  const { device, address } = by
  const payload_time = instantOf(item.payload_time)
  assertTransition(null, item.payload_state)
  const place = placeOf(content)
  if (place) assertTransition(item.payload_state, 'Uploaded')
  return {
    payload_reference: item.payload_reference,
    payload_type: item.payload_type,
    payload_state: place ? 'Uploaded' : item.payload_state,
    group: holder.group,
    device_reference: device.device_reference,
    device_user_reference: holder.device_user_reference,
    device_ip: address,
    sequence: item.sequence,
    key_id: item.key_id ?? null,
    encrypted_dek: item.encrypted_dek ?? null,
    iv: item.iv ?? null,
    checksum: item.checksum ?? null,
    size: item.size ?? null,
    s3_path:
      place === 'object' && item.checksum !== undefined
        ? sealedObjectKey(tx.client, item.payload_reference, item.checksum)
        : null,
    is_content_in_table: place === 'table',
    meta: item.meta,
    numbers: item.numbers,
    is_legacy: false,
    legacy_source: null,
    legacy_reference: null,
    is_late: isLate(payload_time, tx.now),
    is_personal_number: isPersonal(allNumbersOf(item), payload_time, holder.personalPeriods),
    unusual: unusualOf(item),
    payload_time,
    registered_at: tx.now,
    uploaded_at: place ? tx.now : null,
    updated_at: tx.now,
    updated_by: device.device_reference,
  }
}

const custodyOf = ({ item, content, holder, by: { actor } }: NewRegistration): AttributedEvent[] => {
  const { payload_reference, payload_state, payload_type, sequence, key_id, checksum, size } = item
  const registered = { payload_type, sequence, key_id: key_id ?? null, checksum: checksum ?? null, size: size ?? null }
  const { device_user_reference, group } = holder
  const formerly = holder.isFormer ? { former_holder: { device_user_reference, group } } : {}
  const details = { to: payload_state, ...registered, ...formerly }
  const events: AttributedEvent[] = [{ actor, payload_reference, event: 'payload.registered', details }]
  if (content !== null) {
    const move = { from: payload_state, to: 'Uploaded' }
    events.push({ actor, payload_reference, event: 'payload.uploaded', details: move })
  }
  return events
}

/** No screen shows a new payload by itself, only lists do. One notice for each type, state and group is enough for them. */
const noticesOf = (rows: readonly RegisteredPayload[]): Notice[] => {
  const byKind = new Map(rows.map((row) => [`${row.payload_type} ${row.payload_state} ${row.group}`, row]))
  return [...byKind.values()].map(({ payload_reference, payload_state, payload_type, group }) => {
    return { kind: 'payload', reference: payload_reference, state: payload_state, payload_type, group }
  })
}
