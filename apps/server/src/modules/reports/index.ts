import type { Handlers } from '../../core/calls/index.ts'
import type { AnyJob } from '../../core/jobs.ts'
import { beginReports } from './begin-reports.ts'
import { changeReport } from './change-report.ts'
import type { ReportHandlers } from './count-report.ts'
import type { CountedHandlers } from './count-view.ts'
import { listReports } from './list-reports.ts'
import { putReport } from './put-report.ts'
import { sendReport } from './send-report.ts'

/** @param handlers of the lists whose rows reports count */
export const reportHandlers = (handlers: CountedHandlers) =>
  ({ listReports, putReport: putReport(handlers), changeReport }) satisfies Partial<Handlers>

export const reportJobs = (handlers: ReportHandlers): readonly AnyJob[] => [beginReports(handlers)]

/** Runs in the lane of e-mails. */
export const reportEmailJobs = (handlers: ReportHandlers): readonly AnyJob[] => [sendReport(handlers)]
