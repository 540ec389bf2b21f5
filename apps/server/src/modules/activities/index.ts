import type { Handlers } from '../../core/calls/index.ts'
import { countActivitiesByHour, countDeviceActivitiesByHour } from './count-by-hour.ts'
import { getActivity, getDeviceActivity } from './get-activity.ts'
import { listActivities, listDeviceActivities } from './list-activities.ts'

export const activityHandlers = {
  listActivities,
  countActivitiesByHour,
  countDeviceActivitiesByHour,
  getActivity,
  listDeviceActivities,
  getDeviceActivity,
} satisfies Partial<Handlers>

export { withListenings } from './listenings.ts'
export { toEntries } from './trail-entries.ts'
export { undeniedTrail } from './visible-trail.ts'
