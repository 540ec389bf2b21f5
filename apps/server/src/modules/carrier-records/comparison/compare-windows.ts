import type { TenantTransaction } from '../../../platform/database/index.ts'
import type { CarrierImportRecord } from '../imports/import-row.ts'
import type { DeviceOfNumber } from './number-holders.ts'

/** What has to be compared again of a device. Records of numbers of no device have the device ''. */
export interface CompareWindow {
  device_reference: string
  from_at: string
  until_at: string
}

const rowsAtOnce = 500

/** Adds windows; the window of a device grows, so that each device has one. */
export const markWindows = async (
  { db, client }: TenantTransaction,
  windows: readonly CompareWindow[],
): Promise<void> => {
  const byDevice = new Map<string, CompareWindow>()
  for (const window of windows) {
    const known = byDevice.get(window.device_reference) ?? window
    const [from_at = window.from_at] = [window.from_at, known.from_at].sort()
    const [, until_at = window.until_at] = [window.until_at, known.until_at].sort()
    byDevice.set(window.device_reference, { ...window, from_at, until_at })
  }
  // Sorted, so that two transactions cannot deadlock.
  const rows = [...byDevice.values()].sort((one, other) => (one.device_reference < other.device_reference ? -1 : 1))
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    await db
      .insertInto('carrier_windows')
      .values(rows.slice(start, start + rowsAtOnce).map((row) => ({ client, ...row })))
      .onConflict((conflict) =>
        conflict.columns(['client', 'device_reference']).doUpdateSet((eb) => ({
          from_at: eb.fn('least', ['carrier_windows.from_at', 'excluded.from_at']),
          until_at: eb.fn('greatest', ['carrier_windows.until_at', 'excluded.until_at']),
        })),
      )
      .execute()
  }
}

/** Marks the whole period of a file for each device that had one of its numbers: records, and recordings that it does not list. */
export const markCoveredWindows = async (
  tx: TenantTransaction,
  { import_reference, first_at, last_at }: CarrierImportRecord,
  deviceAt: DeviceOfNumber,
): Promise<void> => {
  if (first_at === null || last_at === null) return
  const [from, until] = [new Date(first_at), new Date(last_at)]
  const covered = await tx.db
    .selectFrom('carrier_coverage')
    .select('own_number')
    .where('client', '=', tx.client)
    .where('import_reference', '=', import_reference)
    .execute()
  const used = await tx.db
    .selectFrom('carrier_records')
    .select('device_reference')
    .distinct()
    .where('client', '=', tx.client)
    .where('import_reference', '=', import_reference)
    .execute()
  const devices = new Set([
    ...covered.flatMap(({ own_number }) => [deviceAt(own_number, from) ?? '', deviceAt(own_number, until) ?? '']),
    ...used.map(({ device_reference }) => device_reference),
  ])
  await markWindows(
    tx,
    [...devices].map((device_reference) => ({ device_reference, from_at: first_at, until_at: last_at })),
  )
}

/** Locks a window, or `undefined` if there is none that nobody else compares. */
export const lockWindow = ({ db, client }: TenantTransaction): Promise<CompareWindow | undefined> =>
  db
    .selectFrom('carrier_windows')
    .select(['device_reference', 'from_at', 'until_at'])
    .where('client', '=', client)
    .orderBy('device_reference')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

/** Shortens a locked window by what was compared, or removes it when nothing is left. */
export const shortenWindow = async (
  { db, client }: TenantTransaction,
  { device_reference, until_at }: CompareWindow,
  compared_until: Date,
): Promise<void> => {
  if (compared_until.toISOString() >= until_at) {
    await db
      .deleteFrom('carrier_windows')
      .where('client', '=', client)
      .where('device_reference', '=', device_reference)
      .execute()
    return
  }
  await db
    .updateTable('carrier_windows')
    .set({ from_at: compared_until })
    .where('client', '=', client)
    .where('device_reference', '=', device_reference)
    .execute()
}
