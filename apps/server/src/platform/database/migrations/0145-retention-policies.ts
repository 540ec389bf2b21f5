import { rowLevelSecurity } from './0001-foundation.ts'

/**
 * Versions of an account's retention policy (docs/decisions/0092). Those without `ended_at` are the one in force and, if there is one,
 * the change that waits.
 */
export const retentionPolicies: readonly string[] = [
  `create table app.retention_policies (
    client text not null, version integer not null, entities jsonb not null, payloads jsonb not null, settings jsonb not null,
    is_locked boolean not null, saved_at timestamptz(3) not null, saved_by text not null,
    effective_at timestamptz(3) not null, needs_second_person boolean not null, confirmed_at timestamptz(3),
    confirmed_by text, ended_at timestamptz(3), ended_by text, freed_recordings bigint not null, freed_bytes bigint not null,
    primary key (client, version))`,
  ...rowLevelSecurity('retention_policies'),
  'revoke delete on app.retention_policies from holdfast_app',
]
