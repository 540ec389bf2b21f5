import type { Handlers } from '../../platform/http/index.ts'
import { getDashboard } from './get-dashboard.ts'

export const dashboardHandlers = { getDashboard } satisfies Partial<Handlers>
