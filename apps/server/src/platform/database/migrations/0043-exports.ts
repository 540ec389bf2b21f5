import { rowLevelSecurity } from './0001-foundation.ts'

/**
 * Addresses of exported lists: who asked for which list, until the address is used or expires (docs/decisions/0038). `browser` is the
 * fingerprint of a cookie; client apps have none.
 */
export const listExports: readonly string[] = [
  `create table app.exports (
    client text not null, export_reference text not null, ticket_hash text not null,
    caller_kind text not null, caller_reference text not null, support_reference text, browser text,
    session_from double precision not null, list text not null, params jsonb not null, query jsonb not null,
    format text not null, filename text not null, expires_at timestamptz(3) not null, used_at timestamptz(3),
    primary key (client, export_reference))`,
  'create unique index on app.exports (client, ticket_hash)',
  'create index on app.exports (client, expires_at)',
  ...rowLevelSecurity('exports'),
]
