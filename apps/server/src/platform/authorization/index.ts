export {
  Authorization,
  assertSessionLives,
  bumpAccessVersion,
  loadAccountCidrRanges,
  type Session,
} from './authorization.ts'
export { mayVisitFrom, type RunningVisit, runningVisits, type StaffRoles } from './running-visits.ts'
export { limitsOfVisits, type Visit, type Visitor } from './visit.ts'
