export { Authorization, assertSessionLives, bumpAccessVersion } from './authorization.ts'
