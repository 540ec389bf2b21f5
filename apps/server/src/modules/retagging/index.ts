export { assigneeGains, visitsOf } from './assignee-gains.ts'
export { grantByTags, type Retagging } from './grant-by-tags.ts'
export { toldGains } from './told-gains.ts'
