import type { Handlers } from '../../core/calls/index.ts'
import { getTelemetrySeries } from './get-telemetry-series.ts'
import { listClientsTelemetry, listClientTelemetry } from './list-client-telemetry.ts'
import { listDeviceTelemetry, listTelemetry } from './list-telemetry.ts'
import { listTelemetryApplications } from './list-telemetry-applications.ts'
import { receiveTelemetry } from './receive-telemetry.ts'

export { reportRows } from './report-rows.ts'
export { type TelemetryReport, telemetryBetween } from './telemetry-between.ts'

export const telemetryHandlers = {
  receiveTelemetry,
  listTelemetry,
  listDeviceTelemetry,
  getTelemetrySeries,
  listTelemetryApplications,
  listClientsTelemetry,
  listClientTelemetry,
} satisfies Partial<Handlers>
