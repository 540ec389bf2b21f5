export { type Access, accessFor, type Caller, isAddressAdmitted, type Question } from './access.ts'
export { type ActionChange, changeOfAction, changeOfActionInSteps } from './access-change.ts'
export { type AccessDifference, type AccessPair, accessDifferencesInSteps } from './access-difference.ts'
export { actionsAlike } from './actions-alike.ts'
export { checkRole, checkRoleInSteps, type RoleProblem } from './check-role.ts'
export { cidrContains, cidrProblem, isCidrWithin, parseAddress, parseCidr, rangesWithinBoth } from './cidr.ts'
export { type CompiledRoles, type CompileOptions, compileRoles, compileRolesInSteps } from './compile.ts'
export { contentAddedBy, contentGivenBy } from './content.ts'
export { type AccessFromSomewhere, accessesFromEverywhere, differingAddresses } from './everywhere.ts'
export { type Considered, type Explanation, explain, type Outcome, type Situation } from './explain.ts'
export { type Gain, type GainProblem, type GroupChange, gainProblem, gainsInSteps } from './gain.ts'
export { type GrantProblem, grantProblem } from './grant.ts'
export type { Group, Tag } from './group.ts'
export { groupList, groupListInSteps } from './group-list.ts'
export { type HeldRole, rulesLasting } from './lasting.ts'
export { systemRoleLike } from './looks-like-system-role.ts'
export { type Move, type MoveDifference, type MoveProblem, moveDifferencesInSteps, moveProblem } from './move.ts'
export { type PatternMatch, patternMatchesInSteps } from './pattern-match.ts'
export { actionsConcerned, type ChangeProblem, changeProblem } from './role-change.ts'
export type { Steps } from './steps.ts'
export { internalSystemRoles, type SystemRole, systemRoles, systemRolesOf } from './system-roles.ts'
export {
  checkGroupTags,
  type GroupTagProblem,
  type GroupTagRules,
  groupsBrokenBy,
  groupTagProblems,
  withDefaultTags,
} from './tags.ts'
export type { Visibility } from './visibility.ts'
