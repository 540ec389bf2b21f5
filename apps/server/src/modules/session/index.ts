import type { Handlers } from '../../core/calls/index.ts'
import type { AnyJob } from '../../core/jobs.ts'
import { acceptTerms } from './accept-terms.ts'
import { exchange } from './exchange.ts'
import { getAccountMetadata } from './get-account-metadata.ts'
import { getProfile } from './get-profile.ts'
import { getSignInUrl } from './get-sign-in-url.ts'
import { getTerms } from './get-terms.ts'
import { removeExpiredSessions } from './remove-expired-sessions.ts'
import { signOut } from './sign-out.ts'

export { currentTermsVersion } from './terms/current-terms.ts'

export const sessionHandlers = {
  getUrl: getSignInUrl,
  exchangeForAccount: exchange,
  exchangeForStaff: exchange,
  signOut,
  getProfile,
  getAccountMetadata,
  getTerms,
  acceptTerms,
} satisfies Partial<Handlers>

export const sessionJobs: readonly AnyJob[] = [removeExpiredSessions]
