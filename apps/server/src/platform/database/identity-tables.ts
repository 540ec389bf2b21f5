import type { ColumnType, JSONColumnType } from 'kysely'

type Time = ColumnType<string, Date | string, Date | string>

/** The broker's tables; see migrations/0002-identity.ts. */
export interface IdentityTables {
  identity_records: {
    client: string
    model: string
    id: string
    payload: JSONColumnType<Record<string, unknown>, string, string>
    grant_id: string | null
    uid: string | null
    expires_at: Time
    consumed_at: ColumnType<string | null, Date | string | null, Date | string | null>
  }
  identity_people: {
    client: string
    user_reference: string
    email: string
    name: string
    password_hash: string | null
    upstream_issuer: string | null
    roles: string[] | null
    user_group: string | null
    is_active: boolean
    created_at: Time
    updated_at: Time
  }
  identity_providers: {
    client: string
    issuer: string
    client_id: string
    client_secret_wrapped: string | null
    scopes: string
    roles_claim: string | null
    user_group_claim: string | null
    is_active: boolean
    updated_at: Time
  }
}
