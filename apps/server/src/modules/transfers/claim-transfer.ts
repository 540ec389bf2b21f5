import { sql } from 'kysely'
import { recordProductActivity } from '../../core/activities/index.ts'
import { noticesOf } from '../../core/notices/index.ts'
import { noticesStatement, type TenantTransaction } from '../../platform/database/index.ts'
import { type TransferConfigRow, transferConfigs } from '../transfer-configs/index.ts'
import { selectTransfers, type TransferRow, transferColumns } from './transfer-row.ts'

/** How long a worker may be silent. It prolongs its lease while it works. */
export const leaseMs = 120_000

export interface Claim {
  config: TransferConfigRow
  transfer: TransferRow
  /** `true`: failed files are tried again. `false`: the slice continues where the previous one ended. */
  isNewAttempt: boolean
}

/**
 * Takes the transfer of a configuration whose turn it is, the oldest window first. One of them runs at a time. While the destination does
 * not answer, the later ones wait for the one that found it out; what failed for reasons of single recordings delays no other.
 */
export const claimTransfer = async (
  tx: TenantTransaction,
  transfer_config_reference: string,
): Promise<Claim | null> => {
  const config = await transferConfigs.lock(tx, transfer_config_reference)
  if (!config?.is_active) return null
  const unfinished = () =>
    selectTransfers(tx)
      .where('transfer_config_reference', '=', transfer_config_reference)
      .where('state', '<>', 'Succeeded')
  const isRunning = await unfinished().where('leased_until', '>', tx.now.toISOString()).limit(1).executeTakeFirst()
  if (isRunning) return null
  const next = await unfinished()
    .where('is_paused', '=', false)
    .where((eb) =>
      eb.or([
        eb('state', 'in', ['Pending', 'InProgress']),
        eb.and([eb('state', '=', 'Failed'), eb('next_attempt_at', 'is not', null)]),
        eb.and([eb('state', '=', 'PartialFail'), eb('next_attempt_at', '<=', tx.now.toISOString())]),
      ]),
    )
    .orderBy('report_to')
    .orderBy('transfer_id')
    .limit(1)
    .executeTakeFirst()
  if (!next || (next.next_attempt_at !== null && new Date(next.next_attempt_at) > tx.now)) return null
  // A worker that died left its lease: what it was about may have failed only because of that.
  const isNewAttempt = next.state !== 'InProgress' || next.leased_until !== null
  const transfer = await tx.db
    .updateTable('transfers')
    .set((eb) => ({
      state: 'InProgress',
      lease: eb('lease', '+', 1),
      leased_until: new Date(tx.now.getTime() + leaseMs),
      attempts: eb('attempts', '+', isNewAttempt ? 1 : 0),
      started_at: sql`coalesce(started_at, ${tx.now}::timestamptz)`,
      finished_at: null,
      next_attempt_at: null,
      updated_at: tx.now,
      updated_by: 'system',
    }))
    .where('client', '=', tx.client)
    .where('transfer_id', '=', next.transfer_id)
    .returning(transferColumns)
    .executeTakeFirstOrThrow()
  if (next.state !== 'InProgress')
    await recordOfTransfer(tx, 'transfer.begun', transfer, { attempt: transfer.attempts })
  return { config, transfer, isNewAttempt }
}

/** Records on the trail what a worker did with a transfer, and tells open screens. */
export const recordOfTransfer = async (
  tx: TenantTransaction,
  event: 'transfer.begun' | 'transfer.finished' | 'transfer.receipt_matched',
  { transfer_id, transfer_config_reference }: Pick<TransferRow, 'transfer_id' | 'transfer_config_reference'>,
  more: Record<string, unknown>,
): Promise<void> => {
  const details = { transfer_id, transfer_config_reference, ...more }
  await recordProductActivity(tx, { call: 'JOB run_transfer', event, details })
  await tx.executeAll([noticesStatement(tx, noticesOf({ event, details }))])
}
