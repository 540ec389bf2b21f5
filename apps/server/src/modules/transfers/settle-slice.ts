import type { PgpKeyFacts, TransferState } from '@holdfast/contract'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { DestinationError } from '../../platform/destinations/index.ts'
import { aboutTransferConfig, clearAlert, follow, raiseAlert } from '../alerts/index.ts'
import { recordOfTransfer } from './claim-transfer.ts'
import { nextAttempt } from './retry-times.ts'
import { runTransferJob } from './run-job.ts'
import type { Slice } from './slice.ts'
import { lockTransfer, type TransferRow } from './transfer-row.ts'
import { failedWatch, lateWatch } from './watches.ts'

export type SliceResult =
  /** The next slice goes on. */
  | { kind: 'more' }
  /** Everything was tried, and the manifest arrived. */
  | { kind: 'done' }
  /** The worker stops, or the transfer is not its own any more. */
  | { kind: 'ended'; isLost: boolean }
  | { kind: 'waits'; error_message: string }

type Problem = NonNullable<PgpKeyFacts['problem']>

const keyProblems: Readonly<Record<Problem, string>> = {
  expired: 'The PGP key has expired',
  revoked: 'The PGP key was revoked',
  cannot_encrypt: 'Nothing can be encrypted to the PGP key',
  too_weak: 'The PGP key is too weak',
}

const keyWaitMs = 10 * 60_000

export const waitForKey = (problem: Problem): SliceResult => ({
  kind: 'waits',
  error_message: `${keyProblems[problem]}. Nothing is sent until another one is saved`,
})

/** Has what failed before tried again, by a new attempt that is not for single recordings. */
export const retryFailed = async ({ platform, client, transfer }: Slice): Promise<void> => {
  await platform.database.transaction(client, async (tx) => {
    const row = await lockMine(tx, transfer)
    if (!row || row.is_asked_only) return
    const { numUpdatedRows } = await tx.db
      .updateTable('transfer_items')
      .set({ outcome: 'waiting', error_message: null })
      .where('client', '=', client)
      .where('transfer_id', '=', transfer.transfer_id)
      .where('outcome', '=', 'failed')
      .executeTakeFirst()
    const again = Number(numUpdatedRows)
    await setTransfer(tx, transfer, { failed: row.failed - again, waiting: row.waiting + again })
  })
}

/** Ends a slice that met no problem of the destination. */
export const settleSlice = async (slice: Slice, result: SliceResult): Promise<void> => {
  const { platform, client, transfer } = slice
  if (result.kind === 'done') return finishTransfer(slice, null)
  await platform.database.transaction(client, async (tx) => {
    const row = await lockMine(tx, transfer)
    if (!row) return
    const { transfer_config_reference } = transfer
    const state: TransferState = result.kind === 'waits' ? 'Pending' : 'InProgress'
    await setTransfer(tx, transfer, {
      state,
      leased_until: null,
      ...(result.kind === 'waits' && {
        error_message: result.error_message,
        next_attempt_at: new Date(tx.now.getTime() + keyWaitMs),
      }),
    })
    if (result.kind !== 'waits') await tx.enqueue(runTransferJob, { client, transfer_config_reference })
  })
}

/**
 * Ends a run. @param error of the destination, or another one that concerns all recordings; `null`: everything was tried, and the manifest
 * arrived
 */
export const finishTransfer = async (slice: Slice, error: unknown): Promise<void> => {
  const { platform, client, transfer } = slice
  if (error !== null && !(error instanceof DestinationError)) {
    platform.log.error({ err: error, client, transfer_id: transfer.transfer_id }, 'a transfer failed')
  }
  await platform.database.transaction(client, async (tx) => {
    const row = await lockMine(tx, transfer)
    if (!row) return
    const state = error !== null ? 'Failed' : row.failed + row.waiting > 0 ? 'PartialFail' : 'Succeeded'
    const failing_since = state === 'Succeeded' ? null : new Date(row.failing_since ?? tx.now)
    await setTransfer(tx, transfer, {
      state,
      leased_until: null,
      finished_at: tx.now,
      failing_since,
      is_asked_only: false,
      next_attempt_at: failing_since && nextAttempt(row.attempts, failing_since, tx.now),
      error_message: messageOf(error, row),
      ...(state === 'Succeeded' && { attempts: 0 }),
    })
    const { collected, sent, failed, left_out } = row
    await recordOfTransfer(tx, 'transfer.finished', transfer, { state, collected, sent, failed, left_out })
    await tellOfEnd(tx, slice, error)
    const { transfer_config_reference } = transfer
    await tx.enqueue(runTransferJob, { client, transfer_config_reference })
  })
}

const messageOf = (error: unknown, { failed }: TransferRow): string | null => {
  if (error instanceof DestinationError) return error.message
  if (error !== null) return 'Holdfast could not read what was to be sent'
  return failed > 0 ? `${failed === 1 ? 'One recording' : `${failed} recordings`} could not be sent` : null
}

const tellOfEnd = async (tx: TenantTransaction, slice: Slice, error: unknown): Promise<void> => {
  const of = slice.config.transfer_config_reference
  const isOtherKey = error instanceof DestinationError && error.code === 'host_key'
  if (isOtherKey) {
    const about = { of, values: { configuration: of }, related: [aboutTransferConfig(of)] }
    await raiseAlert(tx, { condition: 'transfer_host_key_changed', ...about })
  } else await clearAlert(tx, 'transfer_host_key_changed', of)
  for (const watch of [failedWatch, lateWatch]) await follow(tx, slice.platform, watch)
}

type Mine = Pick<TransferRow, 'transfer_id' | 'lease'>

/** `undefined`: another worker has taken it. */
const lockMine = async (tx: TenantTransaction, { transfer_id, lease }: Mine): Promise<TransferRow | undefined> => {
  const row = await lockTransfer(tx, transfer_id)
  return row?.lease === lease && row.state === 'InProgress' ? row : undefined
}

const setTransfer = (tx: TenantTransaction, { transfer_id }: Mine, columns: object) =>
  tx.db
    .updateTable('transfers')
    .set({ ...columns, updated_at: tx.now, updated_by: 'system' })
    .where('client', '=', tx.client)
    .where('transfer_id', '=', transfer_id)
    .execute()
