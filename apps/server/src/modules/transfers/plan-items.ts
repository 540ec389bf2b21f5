import type { LeftOutReason, PayloadType } from '@holdfast/contract'
import { sql } from 'kysely'
import { type PayloadRow, storedJson, type TenantTransaction } from '../../platform/database/index.ts'
import { type Arrival, readArrivals } from '../arrivals/index.ts'
import { findPayloads } from '../payloads/index.ts'
import { rangeOf, type TransferConfigRow } from '../transfer-configs/index.ts'
import { conversationOf } from '../transfer-files/index.ts'
import { leftOutReasonOf } from './left-out.ts'
import type { Slice } from './slice.ts'
import { holdLease } from './store-results.ts'

const pageArrivals = 1_000

/** Lists the recordings of the window, page by page. @returns whether all of them are listed */
export const planItems = async (slice: Slice): Promise<boolean> => {
  let planned = slice.transfer.planned_arrival ?? slice.transfer.arrival_from
  while (planned < slice.transfer.arrival_to) {
    if (slice.isOver) return false
    await slice.assertMine()
    planned = await slice.platform.database.transaction(slice.client, (tx) => planPage(tx, slice, Number(planned)))
  }
  return true
}

/** @returns the last number that was looked at */
const planPage = async (tx: TenantTransaction, slice: Slice, after: number): Promise<number> => {
  const { transfer, config } = slice
  const { transfer_id, arrival_from, arrival_to } = transfer
  const until = Number(arrival_to)
  const window = rangeOf(config, { arrival_from: Number(arrival_from), arrival_to: until })
  const range = { ...window, after }
  const arrivals = await readArrivals(tx, range, pageArrivals)
  const planned = arrivals.length < pageArrivals ? until : (arrivals.at(-1)?.arrival ?? until)
  await holdLease(tx, transfer)
  const rows = await rowsOf(tx, slice, arrivals)
  const outcomes = await insertItems(tx, transfer_id, rows)
  const left_out = outcomes.filter((outcome) => outcome === 'left_out').length
  await tx.db
    .updateTable('transfers')
    .set((eb) => ({
      planned_arrival: planned,
      collected: eb('collected', '+', outcomes.length),
      left_out: eb('left_out', '+', left_out),
      waiting: eb('waiting', '+', outcomes.length - left_out),
    }))
    .where('client', '=', tx.client)
    .where('transfer_id', '=', transfer_id)
    .execute()
  return planned
}

interface NewItem {
  arrival: number
  payload_reference: string
  payload_type: PayloadType
  payload_time: string | null
  outcome: 'waiting' | 'left_out'
  left_out_reason: LeftOutReason | null
  conversation: string | null
}

const rowsOf = async (
  tx: TenantTransaction,
  { config, format }: Slice,
  arrivals: readonly Arrival[],
): Promise<NewItem[]> => {
  const references = arrivals.map(({ payload_reference }) => payload_reference)
  const found = await findPayloads(tx, references)
  const payloads = new Map<string, PayloadRow>(found.map((payload) => [payload.payload_reference, payload]))
  const before = await sentBefore(tx, config, references)
  return arrivals.map(({ arrival, payload_reference, payload_type }) => {
    const payload = payloads.get(payload_reference)
    const left_out_reason = leftOutReasonOf(payload) ?? (before.has(payload_reference) ? 'sent_before' : null)
    const conversation = payload && left_out_reason === null ? conversationOf(format, payload) : null
    const outcome = left_out_reason === null ? 'waiting' : 'left_out'
    const payload_time = payload?.payload_time ?? null
    return { arrival, payload_reference, payload_type, payload_time, outcome, left_out_reason, conversation }
  })
}

/** Recordings that this configuration sent before: one that was deleted and restored arrives again. */
const sentBefore = async (
  tx: TenantTransaction,
  { transfer_config_reference, created_at }: TransferConfigRow,
  references: readonly string[],
): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ payload_reference: string }>`select distinct item.payload_reference
    from transfer_items item join transfers transfer
      on transfer.client = ${tx.client} and transfer.transfer_id = item.transfer_id
    where item.client = ${tx.client} and item.payload_reference = any(${references}::text[])
      and item.outcome in ('sent', 'confirmed') and transfer.transfer_config_reference = ${transfer_config_reference}
      and transfer.created_at >= ${created_at}::timestamptz`.execute(tx.db)
  return new Set(rows.map(({ payload_reference }) => payload_reference))
}

/** A recording that arrived twice in a window is sent once. @returns the outcomes of those that were added */
const insertItems = async (
  tx: TenantTransaction,
  transfer_id: string,
  items: readonly NewItem[],
): Promise<NewItem['outcome'][]> => {
  if (items.length === 0) return []
  const { rows } = await sql<Pick<NewItem, 'outcome'>>`insert into transfer_items (client, transfer_id, arrival,
      payload_reference, payload_type, payload_time, outcome, left_out_reason, conversation)
    select ${tx.client}, ${transfer_id}, arrival, payload_reference, payload_type, payload_time, outcome, left_out_reason,
      conversation from json_populate_recordset(null::transfer_items, ${storedJson(items)}::json)
    on conflict do nothing returning outcome`.execute(tx.db)
  return rows.map(({ outcome }) => outcome)
}
