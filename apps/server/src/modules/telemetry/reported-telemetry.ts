import type { ClientTelemetry, DeviceTelemetry, ReportedTelemetry } from '@holdfast/contract'
import type { Selectable } from 'kysely'
import type { RequestContext } from '../../core/calls/index.ts'
import type { Tables } from '../../platform/database/index.ts'
import { holdersOfDevices } from '../devices/index.ts'
import { problemsOf } from './telemetry-problems.ts'

/** The columns of a report that calls return. Its applications are read only when they are asked for. */
export const reportColumns = [
  'client',
  'device_reference',
  'group',
  'telemetry_id',
  'collected_at',
  'received_at',
  'telemetry',
  'application_count',
] as const satisfies readonly (keyof Tables['device_telemetry'])[]

type ReportRow = Pick<Selectable<Tables['device_telemetry']>, (typeof reportColumns)[number]>

/** A report as staff of the provider get it. It was validated when it was received. */
export const reportOf = ({ telemetry, telemetry_id: _, collected_at, ...row }: ReportRow) => {
  const reported = telemetry as unknown as DeviceTelemetry
  return { ...reported, ...row, reported_at: collected_at, problems: problemsOf(reported) } satisfies ClientTelemetry
}

/** Reports with the current holders of their devices, except of devices that have moved to another group. */
export const reportsOf = async (ctx: RequestContext, rows: readonly ReportRow[]): Promise<ReportedTelemetry[]> => {
  const devices = [...new Set(rows.map(({ device_reference }) => device_reference))]
  const holders = await ctx.read((tx) => holdersOfDevices(tx, devices))
  return rows.map((row) => {
    const holder = holders.get(row.device_reference)
    const device_user_reference = holder?.group === row.group ? holder.device_user_reference : null
    return { ...reportOf(row), device_user_reference }
  })
}
