/**
 * What the broker stores, as interfaces with only what it needs. Every call names its account, so that a store can bind a
 * transaction to it (docs/distribution.md, 'Session').
 */

/** A session, interaction, code, token or grant of the broker. `payload` never contains the secret by which it is found. */
export interface BrokerRecord {
  payload: Record<string, unknown>
  grant_id: string | null
  /** A session's public identifier, to which tokens refer. */
  uid: string | null
  expires_at: Date
  consumed_at: Date | null
}

/** `id` is always the SHA-256 of what the browser or the portal has, so reading the store gives nobody a session. */
export interface BrokerStore {
  upsert(client: string, model: string, id: string, record: BrokerRecord): Promise<void>
  find(client: string, model: string, id: string): Promise<BrokerRecord | undefined>
  findByUid(client: string, model: string, uid: string): Promise<(BrokerRecord & { id: string }) | undefined>
  /** Marks a code or token as used. Of two concurrent calls, only one returns `true`. */
  consume(client: string, model: string, id: string, now: Date): Promise<boolean>
  destroy(client: string, model: string, id: string): Promise<void>
  revokeByGrantId(client: string, model: string, grantId: string): Promise<void>
  /** Removes at most `limit` expired records of an account and returns their number. */
  removeExpired(client: string, now: Date, limit: number): Promise<number>
}

/** A person who signs in at this broker, by password or through the account's own provider. */
export interface IdentityPerson {
  user_reference: string
  email: string
  name: string
  /** scrypt, see passwords.ts; `null` for people of the account's own provider. */
  password_hash: string | null
  /** The provider that authenticates the person; `null` for people with a password. */
  upstream_issuer: string | null
  /** `null`: the identity names no roles, so the account's defaults apply. */
  roles: string[] | null
  user_group: string | null
  is_active: boolean
}

export interface PeopleStore {
  findByReference(client: string, userReference: string): Promise<IdentityPerson | undefined>
  /** By `user_reference`, otherwise by email address, ignoring case. */
  findByLogin(client: string, login: string): Promise<IdentityPerson | undefined>
  save(client: string, person: IdentityPerson, now: Date): Promise<void>
}

/** A customer's own OIDC provider. */
export interface UpstreamProvider {
  issuer: string
  client_id: string
  client_secret: string | null
  /** Space-separated; `openid` is always requested. */
  scopes: string
  /** Names of the claims with the roles and the user group; `null` when the provider has no such claim. */
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
