export { assertRangesReadable } from './assert-ranges-readable.ts'
export { assertGroupMayBeGiven } from './group-may-be-given.ts'
export { assertRolesGrantable } from './roles-grantable.ts'
