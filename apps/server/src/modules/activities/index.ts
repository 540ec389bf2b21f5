import { calls } from '@holdfast/contract'
import { type ServedCall, serve } from '../../platform/http/index.ts'
import { listActivities, listDeviceActivities } from './list-activities.ts'

export const activityCalls: readonly ServedCall[] = [
  serve(calls.listActivities, listActivities),
  serve(calls.listDeviceActivities, listDeviceActivities),
]

export { undeniedTrail } from './visible-trail.ts'
