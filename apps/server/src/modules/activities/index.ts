import type { Handlers } from '../../core/calls/index.ts'
import { listActivities, listDeviceActivities } from './list-activities.ts'

export const activityHandlers = {
  listActivities,
  listDeviceActivities,
} satisfies Partial<Handlers>

export { undeniedTrail } from './visible-trail.ts'
