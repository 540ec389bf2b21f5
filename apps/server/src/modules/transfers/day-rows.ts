import { sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/index.ts'
import type { TransferConfigRow } from '../transfer-configs/index.ts'
import type { TransferOfDay } from '../transfer-files/index.ts'
import type { EndedDay } from './ended-days.ts'
import { receiptsForMs } from './sweep-transfers.ts'

export const selectDayFiles = (tx: TenantTransaction, transfer_config_reference: string) =>
  tx.db
    .selectFrom('transfer_day_files')
    .select(['day', 'file_name', 'sha256', 'csv', 'json', 'delivered_at'])
    .where('client', '=', tx.client)
    .where('transfer_config_reference', '=', transfer_config_reference)

/** The day after which a configuration's next one follows. */
export const lastDay = async (tx: TenantTransaction, transfer_config_reference: string): Promise<string | null> => {
  const row = await selectDayFiles(tx, transfer_config_reference).orderBy('day', 'desc').limit(1).executeTakeFirst()
  return row?.day ?? null
}

/** The newest day whose files arrived. */
export const lastDeliveredDay = async (tx: TenantTransaction, transfer_config_reference: string) => {
  const row = await selectDayFiles(tx, transfer_config_reference)
    .where('delivered_at', 'is not', null)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { day: row.day, sha256: row.sha256 } : null
}

/** Whether windows of a configuration ended on a day. */
export const hasWindows = async (
  tx: TenantTransaction,
  transfer_config_reference: string,
  { from, until }: EndedDay,
): Promise<boolean> => {
  const found = await tx.db
    .selectFrom('transfers')
    .select('transfer_id')
    .where('client', '=', tx.client)
    .where('transfer_config_reference', '=', transfer_config_reference)
    .where('report_to', '>=', from.toISOString())
    .where('report_to', '<', until.toISOString())
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** A schedule of five minutes has 300 windows a day. */
const mostTransfers = 5_000

/** The transfers whose windows ended on a day, and earlier ones of a month that changed on it or are not settled. */
export const transfersOfDay = async (
  tx: TenantTransaction,
  { transfer_config_reference }: Pick<TransferConfigRow, 'transfer_config_reference'>,
  { from, until }: EndedDay,
): Promise<{ transfers: TransferOfDay[]; earlier: TransferOfDay[] }> => {
  const select = (where: ReturnType<typeof sql<boolean>>) =>
    tx.db
      .selectFrom('transfers')
      .select(['transfer_id', 'folder', 'state', 'report_from', 'report_to', 'collected', 'sent', 'confirmed'])
      .select(['differs', 'duplicate', 'failed', 'waiting', 'left_out', 'bytes', 'manifest_sha256'])
      .where('client', '=', tx.client)
      .where('transfer_config_reference', '=', transfer_config_reference)
      .where(where)
      .orderBy('report_to')
      .orderBy('transfer_id')
      .limit(mostTransfers)
      .execute()
  const oldest = new Date(from.getTime() - receiptsForMs)
  const transfers = await select(sql`report_to >= ${from}::timestamptz and report_to < ${until}::timestamptz`)
  const earlier = await select(sql`report_to < ${from}::timestamptz and report_to >= ${oldest}::timestamptz
    and (updated_at >= ${from}::timestamptz or state <> 'Succeeded' or differs > 0)`)
  const withNumbers = (row: (typeof transfers)[number]): TransferOfDay => ({ ...row, bytes: Number(row.bytes) })
  return { transfers: transfers.map(withNumbers), earlier: earlier.map(withNumbers) }
}
