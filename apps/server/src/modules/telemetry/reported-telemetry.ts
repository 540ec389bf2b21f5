import type { DeviceTelemetry, ReportedTelemetry } from '@holdfast/contract'
import type { Selectable } from 'kysely'
import type { Tables } from '../../platform/database/index.ts'
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

/** A report as calls return it. It was validated when it was received. */
export const reportOf = ({ telemetry, telemetry_id: _, collected_at, ...row }: ReportRow): ReportedTelemetry => {
  const reported = telemetry as unknown as DeviceTelemetry
  return { ...reported, ...row, reported_at: collected_at, problems: problemsOf(reported) }
}
