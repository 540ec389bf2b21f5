import {
  type AuditEvent,
  type CallInput,
  type calls,
  ProductError,
  type Transferable,
  type TransferOperation,
} from '@holdfast/contract'
import { sql } from 'kysely'
import type { RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { transferConfigs } from '../transfer-configs/index.ts'
import { readTransfer } from './get-transfer.ts'
import { runTransferJob } from './run-job.ts'
import { findTransfer, lockTransfer, operationsFor, type TransferRow } from './transfer-row.ts'

const events = {
  run: 'transfer.run_asked',
  pause: 'transfer.paused',
  resume: 'transfer.resumed',
  resend: 'transfer.resend_asked',
} as const satisfies Record<TransferOperation, AuditEvent>

/** `POST /transfers/{transfer_id}/run`. */
export const runTransferCall = (
  ctx: RequestContext,
  { params: { transfer_id }, body }: CallInput<typeof calls.runTransfer>,
): Promise<Transferable> =>
  ctx.transaction(async (tx) => {
    const { operation = 'run', payload_references = [], reason } = body
    const found = await findTransfer(tx, transfer_id)
    if (!found) throw new ProductError('request.not_found')
    const { transfer_config_reference } = found
    // In the order in which a worker locks them.
    const config = await transferConfigs.lock(tx, transfer_config_reference)
    if (!config?.is_active) throw new ProductError('transfer_config.not_active')
    const row = await lockTransfer(tx, transfer_id)
    if (!row) throw new ProductError('request.not_found')
    if (operation === 'resend' && (reason === undefined || payload_references.length === 0)) {
      throw new ProductError('transfer.needs_reason')
    }
    if (!operationsFor(row).includes(operation)) {
      const to = { run: 'Pending', resend: 'Pending', pause: 'paused', resume: row.state }[operation]
      throw new ProductError('transfer.illegal_transition', { from: row.state, to })
    }
    await change(tx, row, { operation, payload_references, by: ctx.actor.reference })
    if (operation !== 'pause') await tx.enqueue(runTransferJob, { client: tx.client, transfer_config_reference })
    tx.audit(events[operation], {
      transfer_id,
      transfer_config_reference,
      ...(reason !== undefined && { reason }),
      ...(operation === 'resend' && {
        payloads: payload_references.map((payload_reference) => ({ payload_reference })),
      }),
    })
    return readTransfer(ctx, tx, transfer_id)
  })

interface Asked {
  operation: TransferOperation
  payload_references: readonly string[]
  by: string
}

const change = async (
  tx: TenantTransaction,
  row: TransferRow,
  { operation, payload_references, by }: Asked,
): Promise<void> => {
  if (operation === 'pause') return set(tx, row, by, { is_paused: true })
  if (operation === 'resume') return set(tx, row, by, { is_paused: false })
  await haveRun(tx, row, by)
  if (operation === 'resend') await set(tx, row, by, await resend(tx, row, payload_references))
  await retryEarlier(tx, row)
}

/** Has a transfer run at once, and tried again for another week. */
export const haveRun = (tx: TenantTransaction, row: TransferRow, by: string): Promise<void> =>
  set(tx, row, by, {
    state: 'Pending',
    is_paused: false,
    is_asked_only: false,
    attempts: 0,
    next_attempt_at: null,
    failing_since: row.failing_since === null ? null : tx.now,
  })

const set = async (
  tx: TenantTransaction,
  { transfer_id }: Pick<TransferRow, 'transfer_id'>,
  updated_by: string,
  columns: object,
): Promise<void> => {
  await tx.db
    .updateTable('transfers')
    .set({ ...columns, updated_at: tx.now, updated_by })
    .where('client', '=', tx.client)
    .where('transfer_id', '=', transfer_id)
    .execute()
}

/** Earlier windows go first: those that wait after a failure do not wait any longer. */
const retryEarlier = async (tx: TenantTransaction, row: TransferRow): Promise<void> => {
  await tx.db
    .updateTable('transfers')
    .set({ next_attempt_at: tx.now })
    .where('client', '=', tx.client)
    .where('transfer_config_reference', '=', row.transfer_config_reference)
    .where('state', 'in', ['Failed', 'Pending'])
    .where('report_to', '<', row.report_to)
    .where('next_attempt_at', '>', tx.now.toISOString())
    .execute()
}

const resent = ['sent', 'confirmed', 'differs', 'failed'] as const

/**
 * Has recordings wait that were sent or failed, and nothing else that failed tried again by the next run.
 * @returns the counts of the transfer
 * @throws ProductError `transfer.not_of_transfer`
 */
const resend = async (
  tx: TenantTransaction,
  { transfer_id, waiting, sent, confirmed, differs, failed }: TransferRow,
  payload_references: readonly string[],
): Promise<Partial<TransferRow>> => {
  const items = await tx.db
    .selectFrom('transfer_items')
    .select(['arrival', 'outcome'])
    .where('client', '=', tx.client)
    .where('transfer_id', '=', transfer_id)
    .where('outcome', 'in', resent)
    .where(sql<boolean>`payload_reference = any(${payload_references}::text[])`)
    .forUpdate()
    .execute()
  if (items.length < new Set(payload_references).size) throw new ProductError('transfer.not_of_transfer')
  const arrivals = items.map(({ arrival }) => arrival)
  await tx.db
    .updateTable('transfer_items')
    .set({ outcome: 'waiting', confirmed_at: null, index_file: null, error_message: null })
    .where('client', '=', tx.client)
    .where('transfer_id', '=', transfer_id)
    .where(sql<boolean>`arrival = any(${arrivals}::bigint[])`)
    .execute()
  const of = (outcome: string) => items.filter((item) => item.outcome === outcome).length
  return {
    is_asked_only: true,
    waiting: waiting + items.length,
    sent: sent - of('sent') - of('confirmed'),
    confirmed: confirmed - of('confirmed'),
    differs: differs - of('differs'),
    failed: failed - of('failed'),
  }
}
