import { visitorReference } from '../accounts/index.ts'
import type { Session } from './authorization.ts'
import type { Visit, Visitor } from './visit.ts'

/** A person of an account, signed in through the identity provider, or one of the provider's staff who acts in it. */
export interface PortalUser {
  kind: 'portal_user'
  user_reference: string
  roles: readonly string[]
  user_group: string | null
  /** For the provider's staff in a customer's account; absent for everybody in their own account. */
  visit?: Visit
}

/** A handset with the access token of `POST /verify`. */
export interface DevicePrincipal {
  kind: 'device'
  device_reference: string
  device_user_reference: string | null
  group: string
  /** When that user in that group received the device; `null` while it has had no other holder. */
  held_since: string | null
}

/** A customer's program with a token of the customer's own issuer. */
export interface ClientApp {
  kind: 'client_app'
  app_reference: string
  roles: readonly string[]
  group: string | null
}

/** The caller of a public call, or one who could not be identified. */
export interface Anonymous {
  kind: 'anonymous'
}

export type Principal = PortalUser | ClientApp | DevicePrincipal | Anonymous

export const anonymous: Anonymous = { kind: 'anonymous' }

export const portalUserOf = ({ user_reference, roles, user_group, visit }: Session): PortalUser => ({
  kind: 'portal_user',
  user_reference,
  roles,
  user_group,
  ...(visit ? { visit } : {}),
})

/** A person known by reference only, for the trail of a refusal. Everything else was not read, or no longer exists. */
export const personByReference = (user_reference: string): PortalUser => ({
  kind: 'portal_user',
  user_reference,
  roles: [],
  user_group: null,
})

/** The same for one of the provider's staff in a customer's account. */
export const visitorByReference = ({ user_reference, support_reference }: Visitor): PortalUser => ({
  ...personByReference(visitorReference(user_reference)),
  visit: { support_reference, staff: { user_reference, roles: [] } },
})

/** The same for a client app. */
export const appByReference = (app_reference: string): ClientApp => ({
  kind: 'client_app',
  app_reference,
  roles: [],
  group: null,
})
