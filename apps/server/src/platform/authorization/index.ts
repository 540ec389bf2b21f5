export {
  Authorization,
  assertSessionLives,
  bumpAccessVersion,
  loadAccountCidrRanges,
  type Session,
} from './authorization.ts'
