import type { AlertConditionName } from '@holdfast/contract'
import { sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { type AlertCause, aboutTransferConfig, type Watch } from '../alerts/index.ts'
import { transferConfigs } from '../transfer-configs/index.ts'

const hourMs = 60 * 60 * 1000
/** A window that is not complete this long after its end is late. */
const lateAfterMs = 6 * hourMs

type ConditionOfConfig = Extract<
  AlertConditionName,
  'transfer_failed' | 'transfer_late' | 'transfer_receipt_late' | 'transfer_differs'
>

/** A state of configurations that are switched on and have transfers of some kind. @param is what applies to these, of the table `transfers` */
const watchOf = (
  condition: ConditionOfConfig,
  is: (tx: TenantTransaction, hours: number | null) => ReturnType<typeof sql<boolean>> | null,
): Watch => ({
  condition,
  async causes(tx) {
    const configs = await transferConfigs.select(tx).execute()
    const causes: AlertCause[] = []
    for (const { transfer_config_reference: of, receipt_within_hours, is_active } of configs) {
      const isSo = is_active ? is(tx, receipt_within_hours) : null
      if (!isSo) continue
      const found = await tx.db
        .selectFrom('transfers')
        .select('transfer_id')
        .where('client', '=', tx.client)
        .where('transfer_config_reference', '=', of)
        .where(isSo)
        .limit(1)
        .executeTakeFirst()
      if (found) causes.push({ condition, of, values: { configuration: of }, related: [aboutTransferConfig(of)] })
    }
    return causes
  },
})

/** From the first failure of a transfer until it succeeded, also while it is tried again. */
export const failedWatch = watchOf(
  'transfer_failed',
  () => sql<boolean>`state <> 'Succeeded' and failing_since is not null`,
)

export const lateWatch = watchOf(
  'transfer_late',
  ({ now }) => sql<boolean>`state <> 'Succeeded' and report_to < ${new Date(now.getTime() - lateAfterMs)}::timestamptz`,
)

/** A destination at which no receipt could be looked for after its time is not waited for any longer than this. */
const unreadForMs = 2 * hourMs

/** The last receipt may have come right before its time, so receipts are read once more after it. */
const receiptLateWatch = watchOf('transfer_receipt_late', ({ now }, hours) => {
  if (hours === null) return null
  const due = new Date(now.getTime() - hours * hourMs)
  const overdue = new Date(due.getTime() - unreadForMs)
  return sql<boolean>`sent > confirmed and (finished_at < ${overdue}::timestamptz or (finished_at < ${due}::timestamptz
    and extract(epoch from receipts_read_at - finished_at) > ${hours * 3600}))`
})

export const differsWatch = watchOf('transfer_differs', () => sql<boolean>`differs > 0`)

export const transferWatches: readonly Watch[] = [failedWatch, lateWatch, receiptLateWatch, differsWatch]
