import type { TransferOutcome } from '@holdfast/contract'
import { sql } from 'kysely'
import type { Platform } from '../../core/platform.ts'
import { storedJson, type TenantTransaction } from '../../platform/database/index.ts'
import { follow } from '../alerts/index.ts'
import { confirmByArchive } from '../payloads/index.ts'
import { recordOfTransfer } from './claim-transfer.ts'
import { lockTransfer, type TransferRow } from './transfer-row.ts'
import { transferWatches } from './watches.ts'

interface ReceivedFile {
  file_number: number
  is_same: boolean
}

interface ReceivedItem {
  arrival: number
  payload_reference: string
  outcome: TransferOutcome
  file_number: number
}

/** Compares what an archive says that it received with what was sent. @param entries SHA-256 by name below the folder of the transfer */
export const matchReceipt = async (
  tx: TenantTransaction,
  platform: Platform,
  transfer: Pick<TransferRow, 'transfer_id' | 'transfer_config_reference'>,
  entries: ReadonlyMap<string, string>,
): Promise<void> => {
  const { transfer_id, transfer_config_reference } = transfer
  const set = (columns: object) =>
    tx.db
      .updateTable('transfers')
      .set(columns)
      .where('client', '=', tx.client)
      .where('transfer_id', '=', transfer_id)
      .execute()
  const files = await receivedFiles(tx, transfer_id, entries)
  const items = await itemsOf(tx, transfer_id, files)
  const same = new Set(files.flatMap(({ file_number, is_same }) => (is_same ? [file_number] : [])))
  const confirmed = items.filter(({ file_number, outcome }) => same.has(file_number) && outcome !== 'confirmed')
  const differing = items.filter(({ file_number, outcome }) => !same.has(file_number) && outcome !== 'differs')
  if (confirmed.length + differing.length === 0) {
    await set({ receipts_read_at: tx.now })
    return
  }
  // Recordings are locked before the transfer, as by the worker that sends them.
  await confirmByArchive(
    tx,
    transfer_config_reference,
    confirmed.map(({ payload_reference }) => payload_reference),
  )
  const row = await lockTransfer(tx, transfer_id)
  if (!row) return
  await setOutcome(tx, transfer_id, confirmed, 'confirmed')
  await setOutcome(tx, transfer_id, differing, 'differs')
  const of = (some: readonly ReceivedItem[], outcome: TransferOutcome) =>
    some.filter((item) => item.outcome === outcome).length
  await set({
    receipts_read_at: tx.now,
    sent: row.sent + of(confirmed, 'differs') - differing.length,
    confirmed: row.confirmed + confirmed.length - of(differing, 'confirmed'),
    differs: row.differs + differing.length - of(confirmed, 'differs'),
    updated_at: tx.now,
  })
  const counts = { confirmed: confirmed.length, differs: differing.length }
  await recordOfTransfer(tx, 'transfer.receipt_matched', transfer, counts)
  for (const watch of transferWatches) await follow(tx, platform, watch)
}

const receivedFiles = async (
  tx: TenantTransaction,
  transfer_id: string,
  entries: ReadonlyMap<string, string>,
): Promise<ReceivedFile[]> => {
  if (entries.size === 0) return []
  const received = [...entries].map(([file_name, sha256]) => ({ file_name, sha256 }))
  const { rows } = await sql<ReceivedFile>`update transfer_files file
    set confirmed_at = case when file.sha256 = received.sha256 then coalesce(file.confirmed_at, ${tx.now}::timestamptz) end
    from json_to_recordset(${storedJson(received)}::json) as received (file_name text, sha256 text)
    where file.client = ${tx.client} and file.transfer_id = ${transfer_id} and file.file_name = received.file_name
      and file.state = 'Succeeded'
    returning file.file_number, file.sha256 = received.sha256 as is_same`.execute(tx.db)
  return rows
}

const itemsOf = async (
  tx: TenantTransaction,
  transfer_id: string,
  files: readonly ReceivedFile[],
): Promise<ReceivedItem[]> => {
  const numbers = files.map(({ file_number }) => file_number)
  const { rows } = await sql<ReceivedItem>`select arrival, payload_reference, outcome, file_number from transfer_items
    where client = ${tx.client} and transfer_id = ${transfer_id} and file_number = any(${numbers}::integer[])
      and outcome in ('sent', 'confirmed', 'differs') order by payload_reference`.execute(tx.db)
  return rows
}

const setOutcome = async (
  tx: TenantTransaction,
  transfer_id: string,
  items: readonly ReceivedItem[],
  outcome: 'confirmed' | 'differs',
): Promise<void> => {
  const arrivals = items.map(({ arrival }) => arrival)
  await tx.db
    .updateTable('transfer_items')
    .set({
      outcome,
      confirmed_at: outcome === 'confirmed' ? tx.now : null,
      error_message: outcome === 'differs' ? 'The archive received something else' : null,
    })
    .where('client', '=', tx.client)
    .where('transfer_id', '=', transfer_id)
    .where(sql<boolean>`arrival = any(${arrivals}::bigint[])`)
    .execute()
}
