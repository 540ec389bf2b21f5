export {
  Authorization,
  assertSessionLives,
  bumpAccessVersion,
  loadAccountCidrRanges,
  type Session,
} from './authorization.ts'
export type { Visit, Visitor } from './visit.ts'
