import type { Handlers } from '../../core/calls/index.ts'
import { getPeriodMetrics } from './get-period-metrics.ts'
import { listMetrics } from './list-metrics.ts'

export { addMetrics } from './add-metrics.ts'

export const metricHandlers = { listMetrics, getPeriodMetrics } satisfies Partial<Handlers>
