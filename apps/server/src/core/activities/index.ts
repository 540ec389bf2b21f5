export { isAboutDeviceUsers } from './about-device-users.ts'
export { Activity, type AuditedEvent, type Outcome } from './activity.ts'
export { ActivityRecorder } from './activity-recorder.ts'
export { agedDeviceActivities, agedUserActivities } from './aged-activities.ts'
export { activityStatements } from './insert-activities.ts'
export { writeNonCall } from './non-call-activity.ts'
export { recordProductActivity } from './product-activity.ts'
export {
  callsOfVisit,
  callsWithEvent,
  changesWithEvent,
  countCallsOfVisit,
  deviceTrail,
  findDeviceActivity,
  findUserActivity,
  isByPersonLike,
  isNoPart,
  isNoRead,
  isNoReadOfDevice,
  lastOpenings,
  partsOf,
  recentCallers,
  recentRefusals,
  recentUses,
  userTrail,
} from './read-activities.ts'
export { filterDetails, mattersOfFilter, recordedFilter, recordedParameters } from './recorded-parameters.ts'
export { UnauthenticatedCalls } from './unauthenticated-calls.ts'
