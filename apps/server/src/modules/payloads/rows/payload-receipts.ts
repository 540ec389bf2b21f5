import type { Receipt } from '@holdfast/contract'
import { sql } from 'kysely'
import { insertRows, type PayloadRow, type TenantTransaction } from '../../../platform/database/index.ts'

const receiptColumns = ['confirmed_by as user', 'confirmed_at as time', 'note'] as const

/** All receipts of a recording, the first one first. */
export const receiptsOf = (tx: TenantTransaction, payload_reference: string): Promise<Receipt[]> =>
  tx.db
    .selectFrom('payload_receipts')
    .select(receiptColumns)
    .where('client', '=', tx.client)
    .where('payload_reference', '=', payload_reference)
    .orderBy('confirmed_at')
    .orderBy('confirmed_by')
    .execute()

/** The receipts of these recordings that one person or client app has confirmed, by reference of the recording. */
export const receiptsBy = async (
  tx: TenantTransaction,
  confirmed_by: string,
  payload_references: readonly string[],
): Promise<ReadonlyMap<string, Receipt>> => {
  const rows = await tx.db
    .selectFrom('payload_receipts')
    .select(['payload_reference', ...receiptColumns])
    .where('client', '=', tx.client)
    .where(sql<boolean>`payload_reference = any(${payload_references}::text[])`)
    .where('confirmed_by', '=', confirmed_by)
    .execute()
  return new Map(rows.map(({ payload_reference, ...receipt }) => [payload_reference, receipt]))
}

/** The people and apps that confirmed the receipt of recordings, by reference of the recording. */
export const receiptsOfPayloads = async (
  tx: TenantTransaction,
  payload_references: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> => {
  if (payload_references.length === 0) return new Map()
  const rows = await tx.db
    .selectFrom('payload_receipts')
    .select(['payload_reference', 'confirmed_by'])
    .where('client', '=', tx.client)
    .where(sql<boolean>`payload_reference = any(${payload_references}::text[])`)
    .execute()
  const groups = Map.groupBy(rows, ({ payload_reference }) => payload_reference)
  return new Map([...groups].map(([reference, own]) => [reference, own.map(({ confirmed_by }) => confirmed_by)]))
}

const insert = insertRows('payload_receipts', ['payload_reference', 'confirmed_by', 'confirmed_at', 'note'])

/**
 * Stores new receipts, each of which changes its recording if it is the first one.
 * @param payloads whose rows are locked, and which this caller has not confirmed before
 */
export const storeReceipts = async (
  tx: TenantTransaction,
  { user, note }: Pick<Receipt, 'user' | 'note'>,
  payloads: readonly PayloadRow[],
): Promise<void> => {
  const references = payloads.map(({ payload_reference }) => payload_reference)
  const rows = references.map((payload_reference) => ({
    payload_reference,
    confirmed_by: user,
    confirmed_at: tx.now,
    note,
  }))
  await tx.executeAll([insert(tx.client, rows)])
  await tx.db
    .updateTable('payloads')
    .set({ receipt_confirmed_at: tx.now, receipt_confirmed_by: user, updated_at: tx.now, updated_by: user })
    .where('client', '=', tx.client)
    .where(sql<boolean>`payload_reference = any(${references}::text[])`)
    .where('receipt_confirmed_at', 'is', null)
    .execute()
}
