export { Authorization, bumpAccessVersion } from './authorization.ts'
