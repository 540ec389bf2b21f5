import type { PayloadType, UserProfile } from '@holdfast/contract'
import { providerAccount } from './provider-account.ts'

/**
 * The profile as the portal of an account shows it: the client portal drops the payload type AR, whose recordings are kept and
 * transferred, and not shown to customers (product.md section 3, UserProfile). Staff in support mode are in the admin portal.
 */
export const profileOfPortal = (profile: UserProfile, account: string | null): UserProfile =>
  account === providerAccount
    ? profile
    : { ...profile, payload_types: profile.payload_types.filter((type) => type !== 'AR') }

/** What this portal shows of some payload types. Whether the person may see the rest is for the server to say. */
export const shownTypes = (
  types: readonly PayloadType[],
  { payload_types }: Pick<UserProfile, 'payload_types'>,
): PayloadType[] => types.filter((type) => type !== 'AR' || payload_types.includes('AR'))
