import type { Handlers } from '../../core/calls/index.ts'
import { getDashboard } from './get-dashboard.ts'
import { getPayloadCounts } from './get-payload-counts.ts'

export const dashboardHandlers = { getDashboard, getPayloadCounts } satisfies Partial<Handlers>
