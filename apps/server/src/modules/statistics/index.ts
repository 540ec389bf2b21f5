import type { Handlers } from '../../core/calls/index.ts'
import { countNewAccounts, countStatistics } from './count-statistics.ts'
import { getInstallationOverview } from './get-installation-overview.ts'
import { listStatistics } from './list-statistics.ts'

export { countAtStart, countStatistics } from './count-statistics.ts'
export { recordPart } from './installation-parts.ts'
export { registerStatisticsMetrics } from './statistics-metrics.ts'

export const statisticsHandlers = { listStatistics, getInstallationOverview } satisfies Partial<Handlers>
export const statisticsJobs = [countStatistics, countNewAccounts]
