import type { Access } from '@holdfast/access'
import type { Transferable, TransferCounts, TransferOperation } from '@holdfast/contract'
import type { Selectable } from 'kysely'
import type { Tables, TenantTransaction } from '../../platform/database/index.ts'

export const transferColumns = [
  'client',
  'transfer_id',
  'transfer_config_reference',
  'state',
  'is_paused',
  'report_from',
  'report_to',
  'arrival_from',
  'arrival_to',
  'planned_arrival',
  'collected',
  'waiting',
  'sent',
  'confirmed',
  'differs',
  'failed',
  'left_out',
  'bytes',
  'folder',
  'started_at',
  'finished_at',
  'next_attempt_at',
  'failing_since',
  'is_asked_only',
  'attempts',
  'error_message',
  'manifest_sha256',
  'manifest_at',
  'lease',
  'leased_until',
  'receipts_read_at',
  'created_at',
  'updated_at',
  'updated_by',
] as const

export type TransferRow = Pick<Selectable<Tables['transfers']>, (typeof transferColumns)[number]>

export const countsOf = (row: Pick<TransferRow, keyof TransferCounts>): TransferCounts => {
  const { collected, waiting, sent, confirmed, differs, failed, left_out, bytes } = row
  return { collected, waiting, sent, confirmed, differs, failed, left_out, bytes }
}

export const selectTransfers = (tx: TenantTransaction) =>
  tx.db.selectFrom('transfers').select(transferColumns).where('client', '=', tx.client)

export const findTransfer = (tx: TenantTransaction, transfer_id: string) =>
  selectTransfers(tx).where('transfer_id', '=', transfer_id).executeTakeFirst()

export const lockTransfer = (tx: TenantTransaction, transfer_id: string) =>
  selectTransfers(tx).where('transfer_id', '=', transfer_id).forUpdate().executeTakeFirst()

/** The operations that a transfer allows now, if its configuration is active. */
export const operationsFor = ({
  state,
  is_paused,
  sent,
  differs,
  failed,
}: Pick<TransferRow, 'state' | 'is_paused' | 'sent' | 'differs' | 'failed'>): TransferOperation[] => {
  const isOver = state === 'Succeeded' || state === 'PartialFail' || state === 'Failed'
  return [
    ...(state === 'Pending' || state === 'PartialFail' || state === 'Failed' ? (['run'] as const) : []),
    ...(state !== 'Succeeded' && !is_paused ? (['pause'] as const) : []),
    ...(is_paused ? (['resume'] as const) : []),
    ...(isOver && sent + differs + failed > 0 ? (['resend'] as const) : []),
  ]
}

/** @param active the configurations that are switched on */
export const toTransfer = (
  row: TransferRow,
  { access, active }: { access: Access; active: ReadonlySet<string> },
  files: Transferable['transfers'] = [],
): Transferable => {
  const { client, transfer_id, transfer_config_reference, state, is_paused, report_from, report_to, folder } = row
  const { started_at, finished_at, next_attempt_at, error_message, manifest_sha256 } = row
  const { created_at, updated_at, updated_by } = row
  const mayRun = access.can('transfers:run') && active.has(transfer_config_reference)
  return {
    client,
    transfer_id,
    transfer_config_reference,
    state,
    is_paused,
    report_from,
    report_to,
    counts: countsOf(row),
    folder,
    started_at,
    finished_at,
    next_attempt_at,
    error_message,
    manifest_sha256,
    transfers: files,
    created_at,
    updated_at,
    updated_by,
    may: mayRun ? operationsFor(row) : [],
  }
}
