/**
 * What the broker keeps, as the interfaces that it needs and no more. Every question names its account, so that a store
 * can bind a transaction to it (docs/distribution.md, 'Session').
 */

/** A session, interaction, code, token or grant of the broker. `payload` never holds the secret that finds it. */
export interface BrokerRecord {
  payload: Record<string, unknown>
  grant_id: string | null
  /** A session's public name, by which tokens refer to it. */
  uid: string | null
  expires_at: Date
  consumed_at: Date | null
}

/** `id` is always a SHA-256 of what the browser or the portal holds: reading the store gives nobody a session. */
export interface BrokerStore {
  upsert(client: string, model: string, id: string, record: BrokerRecord): Promise<void>
  find(client: string, model: string, id: string): Promise<BrokerRecord | undefined>
  findByUid(client: string, model: string, uid: string): Promise<(BrokerRecord & { id: string }) | undefined>
  /** Marks a code or token as used. Of two at once only one gets `true`. */
  consume(client: string, model: string, id: string, now: Date): Promise<boolean>
  destroy(client: string, model: string, id: string): Promise<void>
  revokeByGrantId(client: string, model: string, grantId: string): Promise<void>
  /** Removes at most `limit` expired records of an account; answers how many went. */
  removeExpired(client: string, now: Date, limit: number): Promise<number>
}

/** Someone who signs in at this broker, by password or through the account's own provider. */
export interface IdentityPerson {
  user_reference: string
  email: string
  name: string
  /** scrypt, see passwords.ts; null for people of the account's own provider. */
  password_hash: string | null
  /** The provider that vouches for the person; null for people with a password. */
  upstream_issuer: string | null
  /** null: the identity says nothing about roles, so the account's defaults apply. */
  roles: string[] | null
  user_group: string | null
  is_active: boolean
}

export interface PeopleStore {
  findByReference(client: string, userReference: string): Promise<IdentityPerson | undefined>
  /** By user_reference, else by e-mail address regardless of case. */
  findByLogin(client: string, login: string): Promise<IdentityPerson | undefined>
  save(client: string, person: IdentityPerson, now: Date): Promise<void>
}

/** A customer's own OIDC provider. */
export interface UpstreamProvider {
  issuer: string
  client_id: string
  client_secret: string | null
  /** Space-separated; `openid` is always asked for. */
  scopes: string
  /** Names of the claims that carry roles and the user group; null when the provider does not say. */
  roles_claim: string | null
  user_group_claim: string | null
}

export interface UpstreamDirectory {
  /** The active provider of an account, if it has one. */
  find(client: string): Promise<UpstreamProvider | undefined>
}

export interface Account {
  client: string
  name: string
}

export interface AccountDirectory {
  find(client: string): Promise<Account | undefined>
}
