export { assertGroupAssignable } from './assert-group-assignable.ts'
export { assertRangesValid } from './assert-ranges-valid.ts'
export { assertRolesExist, assertRolesGrantable } from './assert-roles-grantable.ts'
export { assertByTwo, contentOfRoles, type MadeBy } from './second-person.ts'
