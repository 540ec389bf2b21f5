export { assigneesOfMove, gainsOfMoves, type MoveAssignee, visitsOf } from './assignee-gains.ts'
export { gainsOnTrail, maxOnTrail } from './gains-on-trail.ts'
export { type GrantingTagChange, grantByTagChange } from './grant-by-tag-change.ts'
export { visibleImpact } from './visible-gains.ts'
