import { rowLevelSecurity } from './0001-foundation.ts'

/**
 * Addresses of archives: who asked for which recordings, until the address is used or expires (docs/decisions/0042). `browser` is the
 * fingerprint of a cookie.
 */
export const downloads: readonly string[] = [
  `create table app.downloads (
    client text not null, download_reference text not null, ticket_hash text not null,
    caller_kind text not null, caller_reference text not null, support_reference text, browser text not null,
    session_from double precision not null, payload_references text[] not null,
    expires_at timestamptz(3) not null, used_at timestamptz(3),
    primary key (client, download_reference))`,
  'create unique index on app.downloads (client, ticket_hash)',
  'create index on app.downloads (client, expires_at)',
  ...rowLevelSecurity('downloads'),
]
