import { rowLevelSecurity } from './0001-foundation.ts'

/** Tables of the embedded identity broker. Ids of records are hashes of the values that browsers and portals have. */
const tables = {
  identity_records: `
    client text not null, model text not null, id text not null, payload jsonb not null, grant_id text, uid text,
    expires_at timestamptz(3) not null, consumed_at timestamptz(3),
    primary key (client, model, id)`,
  identity_people: `
    client text not null, user_reference text not null, email text not null, name text not null, password_hash text,
    upstream_issuer text, roles text[], user_group text, is_active boolean not null,
    created_at timestamptz(3) not null, updated_at timestamptz(3) not null,
    primary key (client, user_reference)`,
  identity_providers: `
    client text not null, issuer text not null, client_id text not null, client_secret_wrapped text,
    scopes text not null, roles_claim text, user_group_claim text, is_active boolean not null,
    updated_at timestamptz(3) not null,
    primary key (client, issuer)`,
} as const

const indexes = [
  'index on app.identity_records (client, model, grant_id) where grant_id is not null',
  'index on app.identity_records (client, model, uid) where uid is not null',
  'index on app.identity_records (client, expires_at)',
  'index on app.identity_people (client, lower(email))',
  'unique index identity_providers_client_active_key on app.identity_providers (client) where is_active',
]

export const identity: readonly string[] = [
  ...Object.entries(tables).flatMap(([table, columns]) => [
    `create table app.${table} (${columns})`,
    ...rowLevelSecurity(table),
  ]),
  // Reading across clients needs no password hashes, sessions or secrets of customers' identity providers.
  ...Object.keys(tables).map((table) => `revoke all on app.${table} from holdfast_provider`),
  ...indexes.map((index) => `create ${index}`),
]
