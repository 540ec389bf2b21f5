export { Authorization, bumpAccessVersion, type Session } from './authorization.ts'
export { GroupIndex } from './group-index.ts'
