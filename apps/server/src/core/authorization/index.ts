export { bumpAccessVersion, lockAccessVersion, readAccessVersion } from './access-version.ts'
export {
  accountDefaults,
  type DefaultRights,
  type DefaultsRow,
  defaultsWithGroup,
  insertDefaults,
  lockDefaultRightsShared,
} from './account-defaults.ts'
export { type AccountLimit, accountCidrRangesAt, hasLapsed, loadAccountCidrRanges, rangesAt } from './account-limit.ts'
export { Authorization, assertSessionValid, type Session } from './authorization.ts'
export { deviceStatement } from './device-row.ts'
export { GroupIndex } from './group-index.ts'
export { findGroup, lockGroupShared } from './group-rows.ts'
export { endsOfRoles, heldRoles, holdsRole } from './held-roles.ts'
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
export { loadRoles, lockRole, lockRolesShared } from './role-rows.ts'
export { mayVisitFrom, type RunningVisit, runningVisits, type StaffRoles } from './running-visits.ts'
export { endSessionsBefore } from './session-end.ts'
export { limitsOfVisits } from './visit.ts'
