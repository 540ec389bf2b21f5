import type { DeviceTelemetry } from '@holdfast/contract'
import type { TenantTransaction } from '../../platform/database/index.ts'

/** What a device reported about itself, with its group at that time. */
export interface TelemetryReport {
  collected_at: string
  group: string
  telemetry: DeviceTelemetry
}

/** The reports of a device in a period, the earliest first; of very many, the latest. */
export const telemetryBetween = async (
  { client, db }: TenantTransaction,
  device_reference: string,
  { from, until }: { from: string; until: string },
  limit: number,
): Promise<TelemetryReport[]> => {
  const rows = await db
    .selectFrom('device_telemetry')
    .select(['collected_at', 'group', 'telemetry'])
    .where('client', '=', client)
    .where('device_reference', '=', device_reference)
    // An id begins with the time of its report.
    .where('telemetry_id', '>=', from)
    .where('telemetry_id', '<', until)
    .orderBy('telemetry_id', 'desc')
    .limit(limit)
    .execute()
  // The body was validated when it was received.
  return rows.reverse().map((row) => ({ ...row, telemetry: row.telemetry as unknown as DeviceTelemetry }))
}
