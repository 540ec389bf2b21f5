import { type DeviceTelemetry, instantOf } from '@holdfast/contract'
import { storedJson } from '../../platform/database/index.ts'
import { figuresOf } from './telemetry-figures.ts'
import { problemsOf } from './telemetry-problems.ts'

/** Whose report it is, and when it arrived. */
export interface ReportSource {
  client: string
  device_reference: string
  /** The group of the device when it arrived. */
  group: string
  received_at: Date
}

/** The rows of a report: in the history, and as the latest one of its device. */
export const reportRows = (source: ReportSource, { applications, ...telemetry }: DeviceTelemetry) => {
  const collected_at = instantOf(telemetry.reported_at).toISOString()
  const problems = problemsOf(telemetry)
  const report = {
    ...source,
    // Sorts by time; a device_reference never contains a slash.
    telemetry_id: `${collected_at}/${source.device_reference}`,
    collected_at,
    telemetry: storedJson(telemetry),
    application_count: applications?.length ?? 0,
  }
  return {
    history: { ...report, applications: applications ? storedJson(applications) : null, ...figuresOf(telemetry) },
    latest: {
      ...report,
      problems,
      problem_count: problems.length,
      app_version: telemetry.app_version ?? null,
      os_version: telemetry.os_version ?? null,
    },
  }
}

export type LatestRow = ReturnType<typeof reportRows>['latest']
