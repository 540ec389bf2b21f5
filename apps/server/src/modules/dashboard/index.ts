import type { Handlers } from '../../core/calls/index.ts'
import { getDashboard } from './get-dashboard.ts'

export const dashboardHandlers = { getDashboard } satisfies Partial<Handlers>
