export { assigneeGains, visitsOf } from './assignee-gains.ts'
export { grantByTagChange, type GrantingTagChange } from './grant-by-tag-change.ts'
export { visibleGains } from './visible-gains.ts'
