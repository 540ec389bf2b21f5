export { Authorization, assertSessionLives, bumpAccessVersion, type Session } from './authorization.ts'
export type { Visit, Visitor } from './visit.ts'
