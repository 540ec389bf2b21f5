import type { LeftOutReason, TransferCheck, TransferFileKind, TransferOutcome } from '@holdfast/contract'
import { sql } from 'kysely'
import { type Notice, noticesStatement, storedJson, type TenantTransaction } from '../../platform/database/index.ts'
import { lockPayloads, markTransferred } from '../payloads/index.ts'
import { leaseMs } from './claim-transfer.ts'
import { SliceEnded } from './slice-ended.ts'
import type { TransferRow } from './transfer-row.ts'

type Leased = Pick<TransferRow, 'transfer_id' | 'transfer_config_reference' | 'lease'>

/** The result of one attempt with a file. */
export interface FileResult {
  file_number: number
  kind: TransferFileKind
  file_name: string
  /** The arrival of the item to which the file belongs. */
  arrival: number | null
  started_at: Date
  finished_at: Date
  state: 'Succeeded' | 'Failed'
  bytes: number
  sha256: string | null
  check: TransferCheck | null
  error_message: string | null
}

/** The result for one recording. */
export interface ItemResult {
  arrival: number
  payload_reference: string
  outcome: 'sent' | 'failed' | 'left_out'
  left_out_reason: LeftOutReason | null
  file_number: number | null
  /** Of the original content. */
  bytes: number | null
  sha256: string | null
  error_message: string | null
}

/**
 * Locks the row of a transfer, if it is still this worker's, and prolongs its lease.
 * @throws SliceEnded
 */
export const holdLease = async (tx: TenantTransaction, { transfer_id, lease }: Leased): Promise<void> => {
  const held = await tx.db
    .updateTable('transfers')
    .set({ leased_until: new Date(tx.now.getTime() + leaseMs) })
    .where('client', '=', tx.client)
    .where('transfer_id', '=', transfer_id)
    .where('lease', '=', lease)
    .where('state', '=', 'InProgress')
    .executeTakeFirst()
  if (held.numUpdatedRows === 0n) throw new SliceEnded('lost')
}

const actor = { kind: 'system', reference: 'transfers' } as const

/**
 * Stores attempts and outcomes together with all that follows from them. Recordings are locked before the transfer, as by everybody who
 * changes both.
 * @throws SliceEnded; then nothing is stored
 */
export const storeResults = async (
  tx: TenantTransaction,
  transfer: Leased,
  { files, items }: { files: readonly FileResult[]; items: readonly ItemResult[] },
): Promise<void> => {
  const sent = items.filter(({ outcome }) => outcome === 'sent').map(({ payload_reference }) => payload_reference)
  const payloads = sent.length > 0 ? await lockPayloads(tx, sent) : []
  await holdLease(tx, transfer)
  if (files.length > 0) await storeFiles(tx, transfer, files)
  const changed = items.length > 0 ? await storeItems(tx, transfer, items) : []
  const arrived = new Set(changed.flatMap((item) => (item.outcome === 'sent' ? [item.payload_reference] : [])))
  await markTransferred(
    tx,
    actor,
    payloads.filter(({ payload_reference }) => arrived.has(payload_reference)),
    { transfer_id: transfer.transfer_id, transfer_config_reference: transfer.transfer_config_reference },
  )
  await count(tx, transfer, files, changed)
}

/** An attempt that failed leaves size and hash as they were announced: a file of an earlier attempt is recognised by them. */
const storeFiles = async (tx: TenantTransaction, { transfer_id }: Leased, files: readonly FileResult[]) => {
  await sql`with result as (select * from json_to_recordset(${storedJson(files)}::json) as result (file_number integer,
      kind text, file_name text, arrival bigint, started_at timestamptz, finished_at timestamptz, state text, bytes bigint,
      sha256 text, "check" text, error_message text)),
    stored as (
      insert into transfer_files as file (client, transfer_id, file_number, kind, file_name, arrival, state, attempts, bytes, sha256,
        "check", error_message)
      select ${tx.client}, ${transfer_id}, file_number, kind, file_name, arrival, state, 1, bytes, sha256, "check", error_message
        from result
      on conflict (client, transfer_id, file_number) do update set state = excluded.state, attempts = file.attempts + 1,
        bytes = case when excluded.state = 'Failed' then file.bytes else excluded.bytes end,
        sha256 = coalesce(excluded.sha256, file.sha256), "check" = excluded."check",
        error_message = excluded.error_message
      returning file_number, attempts)
    insert into transfer_attempts (client, transfer_id, file_number, attempt, started_at, finished_at, state, bytes, sha256, "check",
      error_message)
    select ${tx.client}, ${transfer_id}, stored.file_number, stored.attempts, started_at, finished_at, state, bytes, sha256, "check",
      error_message from stored join result on result.file_number = stored.file_number returning 1`.execute(tx.db)
}

interface ChangedItem {
  payload_reference: string
  outcome: TransferOutcome
  times_sent: number
}

const storeItems = async (
  tx: TenantTransaction,
  { transfer_id }: Leased,
  items: readonly ItemResult[],
): Promise<ChangedItem[]> => {
  const { rows } = await sql<ChangedItem>`update transfer_items item set outcome = result.outcome,
      left_out_reason = result.left_out_reason, file_number = coalesce(result.file_number, item.file_number),
      bytes = coalesce(result.bytes, item.bytes), sha256 = coalesce(result.sha256, item.sha256),
      sent_at = case when result.outcome = 'sent' then ${tx.now}::timestamptz else item.sent_at end,
      times_sent = item.times_sent + case when result.outcome = 'sent' then 1 else 0 end,
      error_message = result.error_message
    from json_to_recordset(${storedJson(items)}::json) as result (arrival bigint, outcome text, left_out_reason text,
      file_number integer, bytes bigint, sha256 text, error_message text)
    where item.client = ${tx.client} and item.transfer_id = ${transfer_id} and item.arrival = result.arrival
      and item.outcome = 'waiting'
    returning item.payload_reference, item.outcome, item.times_sent`.execute(tx.db)
  return rows
}

const count = async (
  tx: TenantTransaction,
  { transfer_id }: Leased,
  files: readonly FileResult[],
  items: readonly ChangedItem[],
): Promise<void> => {
  const of = (outcome: TransferOutcome) => items.filter((item) => item.outcome === outcome).length
  const bytes = files.reduce((sum, file) => sum + (file.state === 'Succeeded' ? file.bytes : 0), 0)
  await tx.db
    .updateTable('transfers')
    .set((eb) => ({
      waiting: eb('waiting', '-', items.length),
      sent: eb('sent', '+', of('sent')),
      failed: eb('failed', '+', of('failed')),
      left_out: eb('left_out', '+', of('left_out')),
      duplicate: eb('duplicate', '+', items.filter((item) => item.outcome === 'sent' && item.times_sent > 1).length),
      bytes: eb('bytes', '+', bytes),
      updated_at: tx.now,
    }))
    .where('client', '=', tx.client)
    .where('transfer_id', '=', transfer_id)
    .execute()
}

/** Tells open screens that a transfer has gone on. */
export const noticeOfProgress = (
  tx: TenantTransaction,
  { transfer_id }: Pick<Leased, 'transfer_id'>,
): Promise<unknown> => {
  const notice: Notice = { kind: 'transfer', reference: transfer_id, state: null, payload_type: null, group: null }
  return tx.executeAll([noticesStatement(tx, [notice])])
}
