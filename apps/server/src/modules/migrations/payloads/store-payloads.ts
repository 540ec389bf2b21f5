import { appReferenceIn } from '../../../core/accounts/index.ts'
import { recordProductActivity } from '../../../core/activities/index.ts'
import {
  type Actor,
  type AttributedEvent,
  custodyStatement,
  noticesStatement,
  type PayloadRow,
  type TenantTransaction,
} from '../../../platform/database/index.ts'
import { takeTurnsStatement } from '../../completeness/index.ts'
import { countMessagesStatement } from '../../conversations/index.ts'
import { addMetrics } from '../../metrics/index.ts'
import {
  insertPayloadStatements,
  lowestSequences,
  type RegisteredPayload,
  sealLegacyPayload,
  updateLegacyDetails,
} from '../../payloads/index.ts'
import { processingStatements } from '../../processing/index.ts'
import { finishUpload } from '../../uploads/index.ts'
import type { Run } from '../apply/run.ts'
import { runMigrationJob } from '../runs/migration-job.ts'
import { hasNoContent, type ToStore, timeOf, unusualMarks } from './apply-payloads.ts'
import { changedDetails } from './changed-details.ts'
import { noteTransferred } from './mark-transferred.ts'
import { forgetSealed } from './sealed-objects.ts'

/** Stores the recordings of a batch: new ones, and what changed of those that were imported before. */
export const storePayloads = async (tx: TenantTransaction, run: Run, all: readonly ToStore[]): Promise<void> => {
  const added = all.filter(({ known }) => known === null)
  if (added.length > 0) await addPayloads(tx, run, added)
  for (const payload of all) if (payload.known) await changePayload(tx, run, payload)
  await forgetSealed(
    tx,
    all.flatMap(({ sealed }) => (sealed && 's3_path' in sealed.content ? [sealed.content.s3_path] : [])),
  )
  const transferred = all.filter(({ payload, sealed }) => sealed && payload.payload_state === 'Transferred')
  await noteTransferred(
    tx,
    transferred.map(({ payload_reference }) => payload_reference),
  )
}

const addPayloads = async (tx: TenantTransaction, run: Run, added: readonly ToStore[]): Promise<void> => {
  const { client } = tx
  const devices = added.map(({ device_reference }) => device_reference)
  await tx.executeAll([takeTurnsStatement(tx, devices)])
  const lowest = new Map(await lowestSequences(tx, devices))
  const rows = added
    .map((payload) => {
      const sequence = (lowest.get(payload.device_reference) ?? 0) - 1
      lowest.set(payload.device_reference, sequence)
      return rowOf(tx, run, payload, sequence)
    })
    .sort((one, other) => (one.payload_reference < other.payload_reference ? -1 : 1))
  const contents = added.flatMap(({ payload_reference, sealed }) =>
    sealed && 'sealed' in sealed.content ? [{ payload_reference, sealed: sealed.content.sealed }] : [],
  )
  const inThreads = added.flatMap(({ payload, payload_reference }) =>
    payload.meta.thread_id === undefined ? [] : [payload_reference],
  )
  await tx.executeAll([
    ...insertPayloadStatements(tx, rows, contents),
    addMetrics(tx, rows),
    ...(inThreads.length > 0 ? [countMessagesStatement({ client, references: inThreads })] : []),
    custodyStatement(
      tx,
      added.flatMap((payload) => custodyOf(run, payload)),
    ),
    noticesStatement(tx, noticesOf(rows)),
    ...processingStatements(
      client,
      rows.filter(({ payload_state }) => payload_state === 'Uploaded'),
    ),
  ])
}

const actorOf = ({ by }: Run): Actor => {
  if (by === 'system') return { kind: 'system', reference: by }
  return { kind: appReferenceIn(by) === null ? 'portal_user' : 'client_app', reference: by }
}

const stateOf = ({ payload, sealed }: ToStore) =>
  sealed ? 'Uploaded' : hasNoContent(payload) ? 'NotRecorded' : 'Recorded'

const rowOf = (tx: TenantTransaction, run: Run, store: ToStore, sequence: number): RegisteredPayload => {
  const { payload, payload_reference, device_reference, user, isPersonal, sealed } = store
  const content = sealed?.content
  const seal = sealed?.seal
  return {
    payload_reference,
    payload_type: payload.payload_type,
    payload_state: stateOf(store),
    group: user.group,
    device_reference,
    device_user_reference: user.device_user_reference,
    device_ip: '',
    sequence,
    key_id: seal?.key_id ?? null,
    encrypted_dek: seal?.encrypted_dek ?? null,
    iv: seal?.iv ?? null,
    checksum: seal?.checksum ?? null,
    size: seal?.size ?? null,
    s3_path: content && 's3_path' in content ? content.s3_path : null,
    is_content_in_table: content !== undefined && 'sealed' in content,
    meta: payload.meta,
    numbers: payload.numbers,
    is_legacy: true,
    legacy_source: run.source,
    legacy_reference: payload.reference,
    is_late: false,
    is_personal_number: isPersonal,
    unusual: unusualMarks(store),
    payload_time: timeOf(store),
    registered_at: tx.now,
    uploaded_at: sealed ? tx.now : null,
    updated_at: tx.now,
    updated_by: run.by,
  }
}

/** Custody begins here: what the legacy platform did with a recording before, nothing proves. */
const custodyOf = (run: Run, store: ToStore): AttributedEvent[] => {
  const { payload, payload_reference, sealed, rows } = store
  const actor = actorOf(run)
  const details = { to: stateOf(store), payload_type: payload.payload_type, legacy: originOf(run, store) }
  const imported = { actor, payload_reference, event: 'payload.imported', details } as const
  if (rows.length === 0 || !sealed) return [imported]
  const { checksum, size } = sealed.seal
  const arrived = { from: 'Recorded', to: 'Uploaded', checksum, size }
  return [imported, { actor, payload_reference, event: 'payload.uploaded', details: arrived }]
}

/** The file and row of a recording, and the fingerprint of the legacy content. */
const originOf = ({ migration_id, source }: Run, { payload, rows, sealed }: ToStore) => ({
  migration_id,
  source,
  reference: payload.reference,
  file_name: rows[0]?.fileName ?? null,
  row_number: rows[0]?.rowNumber ?? null,
  content_file: payload.content && 'file_name' in payload.content ? payload.content.file_name : null,
  content_sha256: sealed?.sha256 ?? null,
})

const noticesOf = (rows: readonly RegisteredPayload[]) => {
  const byKind = new Map(rows.map((row) => [`${row.payload_type} ${row.payload_state} ${row.group}`, row]))
  return [...byKind.values()].map(({ payload_reference, payload_state, payload_type, group }) => {
    return { kind: 'payload', reference: payload_reference, state: payload_state, payload_type, group } as const
  })
}

const changePayload = async (tx: TenantTransaction, run: Run, store: ToStore): Promise<void> => {
  const { payload_reference, known, isHeld, sealed } = store
  if (!known) return
  const actor = actorOf(run)
  const legacy = originOf(run, store)
  await tx.custody(actor, [{ payload_reference, event: 'payload.imported', details: { legacy } }])
  if (!isHeld) await changeDetails(tx, run, store, known)
  if (!sealed) return
  await sealLegacyPayload(tx, payload_reference, sealed.seal)
  await finishUpload(tx, actor, payload_reference, sealed.content)
}

/** Replaces what the legacy platform said of a recording. Custody and the trail keep what it said before. */
const changeDetails = async (tx: TenantTransaction, run: Run, store: ToStore, known: PayloadRow): Promise<void> => {
  const { payload, payload_reference, isPersonal } = store
  const { meta, numbers } = payload
  // A recording that is personal, by its number or because a person said so, stays so.
  const said = { meta, numbers, is_personal_number: isPersonal || known.is_personal_number }
  const changed = changedDetails(known, said)
  if (!changed) return
  await updateLegacyDetails(tx, known, said, run.by)
  const details = { migration_id: run.migration_id, ...changed }
  await tx.custody(actorOf(run), [{ payload_reference, event: 'payload.amended', details }])
  await recordProductActivity(tx, {
    call: `JOB ${runMigrationJob.name}`,
    event: 'payload.amended',
    details: { payload_reference, by: run.by, ...details },
    group: known.group,
  })
}
