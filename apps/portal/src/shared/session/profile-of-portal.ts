import type { UserProfile } from '@holdfast/contract'
import { providerAccount } from './provider-account.ts'

/**
 * The profile as the portal of an account shows it: the client portal drops the payload type AR, whose recordings are kept and
 * transferred, and not shown to customers (product.md section 3, UserProfile).
 */
export const profileOfPortal = (profile: UserProfile, account: string | null): UserProfile =>
  account === providerAccount
    ? profile
    : { ...profile, payload_types: profile.payload_types.filter((type) => type !== 'AR') }
