export { type Access, accessFor, type Caller, isAddressAdmitted, type Question } from './access.ts'
export { checkRole, type RoleProblem } from './check-role.ts'
export { cidrContains, cidrProblem, isCidrWithin, parseAddress, parseCidr } from './cidr.ts'
export { type CompiledRoles, type CompileOptions, compileRoles } from './compile.ts'
export { type Considered, type Explanation, explain, type Outcome, type Situation } from './explain.ts'
export { type GrantProblem, grantProblem } from './grant.ts'
export type { Group, Tag } from './group.ts'
export { isPayloadAction } from './payload-actions.ts'
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
