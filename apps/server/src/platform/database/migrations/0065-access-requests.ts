import { rowLevelSecurity } from './0001-foundation.ts'

/**
 * What people ask for that they were refused, who was notified, and what was decided (docs/decisions/0052). The partial index serves the
 * number on the overview.
 */
export const accessRequests: readonly string[] = [
  `create table app.access_requests (
    client text not null, access_request_reference text not null,
    requested_by text not null, requested_at timestamptz(3) not null, expires_at timestamptz(3) not null,
    action text not null, payload_reference text, "group" text, payload_type text,
    reason text not null, hours integer not null, asked text[] not null, state text not null,
    decided_at timestamptz(3), decided_by text, decision_note text, role_reference text, valid_until timestamptz(3),
    primary key (client, access_request_reference))`,
  `create index on app.access_requests (client, access_request_reference) where state = 'waiting'`,
  ...rowLevelSecurity('access_requests'),
]
