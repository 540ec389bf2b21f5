import type { Handlers } from '../../core/calls/index.ts'
import { endPortalUserSessions } from './end-portal-user-sessions.ts'
import { endRoleAssignment } from './end-role-assignment.ts'
import { listPortalUsers } from './list-portal-users.ts'
import { namePeople } from './name-people.ts'
import { restorePortalUser } from './restore-portal-user.ts'

export { runningAssignments } from './assignment-row.ts'
export { expireGivenRole } from './end-role-assignment.ts'
export { endGivenRole, type Holdings, holdingsOf, holdsRole } from './holdings.ts'
export { foundPortalUsers, namesOfPeople, peopleNamed } from './list-portal-users.ts'
export { mayNamePeople, namedFor } from './name-people.ts'
export {
  activePeople,
  activePeopleAfter,
  activePeopleForGood,
  activePeopleUntil,
  findPerson,
  giveDefaultRole,
  peopleByReference,
  peopleInRole,
  peopleOfGroup,
  peopleWithDefaultRole,
  rolesOfPeople,
  selectActive as selectActivePeople,
  storeEmailFailure,
} from './people.ts'
export { type ActivePerson, peopleWhoMay, peopleWhoMayForGood, peopleWith, rightsOf } from './people-who-may.ts'
export { peopleAt } from './person-history.ts'
export { lockPortalUser } from './portal-user-row.ts'
export { removePerson } from './remove-portal-user.ts'
export { checkGivenRole, endRole, type GivenRole, giveRole, storeGivenRole } from './role-assignments.ts'
export { savePortalUser } from './save-portal-user.ts'

export const portalUserHandlers = {
  listPortalUsers,
  listStaff: listPortalUsers,
  namePeople,
  restorePortalUser,
  endPortalUserSessions,
} satisfies Partial<Handlers>

export const portalUserJobs = [endRoleAssignment]
