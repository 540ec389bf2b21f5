import type { TenantTransaction } from '../../platform/database/index.ts'
import { newId } from '../../platform/identifiers.ts'
import { type ArrivalRange, numberArrivals } from '../arrivals/index.ts'
import type { TransferConfigRow } from './config-row.ts'

/** A window that was made: a transfer that waits. */
export interface NewWindow {
  transfer_id: string
  arrival_from: number
  arrival_to: number
}

interface Making {
  now: Date
  /** The author; `system` for the schedule. */
  by: string
}

/**
 * Ends the present window of a configuration: it has everything that arrived since the one before. The configuration has to be locked,
 * as it is by `lock` of `transferConfigs`, and to have been read after that.
 */
export const makeWindow = async (
  tx: TenantTransaction,
  config: TransferConfigRow,
  { now, by }: Making,
): Promise<NewWindow> => {
  const { client } = tx
  const { transfer_config_reference, covered_until } = config
  const { last: arrival_to } = await numberArrivals(tx)
  const arrival_from = config.covered_arrival ?? 0
  // A clock that was set back makes no window that ends before it begins.
  const report_to = new Date(Math.max(now.getTime(), Date.parse(covered_until)))
  const transfer_id = newId(report_to)
  await tx.db
    .insertInto('transfers')
    .values({
      client,
      transfer_id,
      transfer_config_reference,
      state: 'Pending',
      report_from: covered_until,
      report_to,
      arrival_from,
      arrival_to,
      folder: `${compactTime(report_to)}-${transfer_id}`,
      created_at: now,
      updated_at: now,
      updated_by: by,
    })
    .execute()
  await tx.db
    .updateTable('transfer_configs')
    .set({ covered_until: report_to, covered_arrival: arrival_to })
    .where('client', '=', client)
    .where('transfer_config_reference', '=', transfer_config_reference)
    .execute()
  return { transfer_id, arrival_from, arrival_to }
}

/** `20260131T081500Z` */
const compactTime = (at: Date): string => at.toISOString().replace(/[-:]|\.[0-9]{3}/g, '')

/** The arrivals of a window. Recordings that were processed before `report_from` never belong to the configuration. */
export const rangeOf = (
  { payload_types, report_from }: Pick<TransferConfigRow, 'payload_types' | 'report_from'>,
  { arrival_from, arrival_to }: Pick<NewWindow, 'arrival_from' | 'arrival_to'>,
): ArrivalRange => ({ after: arrival_from, until: arrival_to, payload_types, arrivedAfter: report_from })
