export { type AccountLimit, hasLapsed, limitColumns, loadAccountCidrRanges, rangesAt } from './account-limit.ts'
export {
  Authorization,
  assertSessionValid,
  bumpAccessVersion,
  type Session,
} from './authorization.ts'
export { GroupIndex } from './group-index.ts'
export { accessFromOutside } from './outside-account-ranges.ts'
export {
  anonymous,
  appByReference,
  type ClientApp,
  type DevicePrincipal,
  type PortalUser,
  type Principal,
  personByReference,
  portalUserOf,
  visitorByReference,
} from './principals.ts'
export { mayVisitFrom, type RunningVisit, runningVisits, type StaffRoles } from './running-visits.ts'
export { limitsOfVisits } from './visit.ts'
