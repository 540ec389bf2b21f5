import { calls } from '@holdfast/contract'
import { type ServedCall, serve } from '../../platform/http/index.ts'
import type { AnyJob } from '../../platform/jobs/run-jobs.ts'
import { acceptTerms } from './accept-terms.ts'
import { exchange } from './exchange.ts'
import { getAccountMetadata } from './get-account-metadata.ts'
import { getProfile } from './get-profile.ts'
import { getSignInUrl } from './get-sign-in-url.ts'
import { getTerms } from './get-terms.ts'
import { removeExpiredSessions } from './remove-expired-sessions.ts'
import { signOut } from './sign-out.ts'

export { currentTermsVersion } from './terms/current-terms.ts'

export const sessionCalls: readonly ServedCall[] = [
  serve(calls.getUrl, getSignInUrl),
  serve(calls.exchangeForAccount, exchange),
  serve(calls.exchangeForStaff, exchange),
  serve(calls.signOut, signOut),
  serve(calls.getProfile, getProfile),
  serve(calls.getAccountMetadata, getAccountMetadata),
  serve(calls.getTerms, getTerms),
  serve(calls.acceptTerms, acceptTerms),
]

export const sessionJobs: readonly AnyJob[] = [removeExpiredSessions]
