import {
  type CallInput,
  type calls,
  ProductError,
  shownTransferFiles,
  type Transferable,
  type TransferredFile,
} from '@holdfast/contract'
import { sql } from 'kysely'
import type { RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { activeTransferConfigs } from '../transfer-configs/index.ts'
import { findTransfer, toTransfer } from './transfer-row.ts'

/** `GET /transfers/{transfer_id}`. */
export const getTransfer = (
  ctx: RequestContext,
  { params: { transfer_id } }: CallInput<typeof calls.getTransfer>,
): Promise<Transferable> => ctx.read((tx) => readTransfer(ctx, tx, transfer_id))

/** @throws ProductError `request.not_found` */
export const readTransfer = async (
  ctx: Pick<RequestContext, 'access'>,
  tx: TenantTransaction,
  transfer_id: string,
): Promise<Transferable> => {
  const row = await findTransfer(tx, transfer_id)
  if (!row) throw new ProductError('request.not_found')
  const active = await activeTransferConfigs(tx)
  return toTransfer(row, { access: ctx.access, active }, await shownFiles(tx, row))
}

const shownAttempts = 10

/** Files that failed, then those that wait, then the newest ones. */
const shownFiles = async (
  tx: TenantTransaction,
  { transfer_id, folder }: { transfer_id: string; folder: string },
): Promise<TransferredFile[]> => {
  const { rows } = await sql<{ file_number: number; file_name: string; state: TransferredFile['state'] }>`
    select * from (
      (select file_number, file_name, state, 1 as part from transfer_files where client = ${tx.client}
        and transfer_id = ${transfer_id} and state = 'Failed' order by file_number limit ${shownTransferFiles})
      union all (select file_number, file_name, state, 2 from transfer_files where client = ${tx.client}
        and transfer_id = ${transfer_id} and state in ('Pending', 'InProgress') order by file_number limit ${shownTransferFiles})
      union all (select file_number, file_name, state, 3 from transfer_files where client = ${tx.client}
        and transfer_id = ${transfer_id} and state = 'Succeeded' order by file_number desc limit ${shownTransferFiles})
    ) shown order by part, file_number limit ${shownTransferFiles}`.execute(tx.db)
  const numbers = rows.map(({ file_number }) => file_number)
  const attempts = await tx.db
    .selectFrom('transfer_attempts')
    .select(['file_number', 'started_at', 'finished_at', 'state', 'bytes', 'sha256', 'check', 'error_message'])
    .where('client', '=', tx.client)
    .where('transfer_id', '=', transfer_id)
    .where(sql<boolean>`file_number = any(${numbers}::integer[])`)
    .orderBy('file_number')
    .orderBy('attempt')
    .execute()
  const byFile = Map.groupBy(attempts, ({ file_number }) => file_number)
  return rows.map(({ file_number, file_name, state }) => ({
    file_name: `${folder}/${file_name}`,
    state,
    attempts: (byFile.get(file_number) ?? []).slice(-shownAttempts),
  }))
}
