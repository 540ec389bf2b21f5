import type { Handlers } from '../../core/calls/index.ts'
import { getDashboard } from './get-dashboard.ts'
import { getOverview } from './get-overview.ts'
import { getPayloadCounts } from './get-payload-counts.ts'
import { getPayloadDays } from './get-payload-days.ts'

export const dashboardHandlers = {
  getDashboard,
  getOverview,
  getPayloadCounts,
  getPayloadDays,
} satisfies Partial<Handlers>
