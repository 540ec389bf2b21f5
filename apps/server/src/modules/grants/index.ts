export { assertGroupAssignable } from './assert-group-assignable.ts'
export { assertRangesValid } from './assert-ranges-valid.ts'
export { assertRolesGrantable } from './assert-roles-grantable.ts'
