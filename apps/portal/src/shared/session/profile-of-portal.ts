import type { PayloadType, UserProfile } from '@holdfast/contract'
import { providerAccount } from './provider-account.ts'

/**
 * The profile as this portal shows it: the client portal drops the payload type AR, which is recorded and transferred
 * but not shown to customers (product.md section 3, UserProfile). Staff in support mode use the admin portal.
 */
export const profileOfPortal = (profile: UserProfile, account: string | null): UserProfile =>
  account === providerAccount
    ? profile
    : { ...profile, payload_types: profile.payload_types.filter((type) => type !== 'AR') }

/** The payload types that this portal shows. The server decides which of them the person may see. */
export const shownTypes = (
  types: readonly PayloadType[],
  { payload_types }: Pick<UserProfile, 'payload_types'>,
): PayloadType[] => types.filter((type) => type !== 'AR' || payload_types.includes('AR'))
