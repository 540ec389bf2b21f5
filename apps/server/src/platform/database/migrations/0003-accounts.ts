import { rowLevelSecurity } from './0001-foundation.ts'

/** `version` counts edits, so that nobody overwrites an edit that they have not seen. */
const edited = `
    created_at timestamptz(3) not null, updated_at timestamptz(3) not null, updated_by text not null,
    version integer not null default 1`

const tables = {
  tag_definitions: `
    client text not null, tag_key text not null, tag_values text[], is_required boolean not null, default_value text, ${edited},
    primary key (client, tag_key)`,
  deleted_groups: `
    client text not null, group_reference text not null, tags jsonb not null, deleted_at timestamptz(3) not null,
    deleted_by text not null,
    primary key (client, group_reference)`,
  client_apps: `
    client text not null, app_reference text not null, issuer text not null, audience text not null, jwks_uri text not null,
    "group" text, roles text[] not null, cidr_ranges text[], ${edited},
    primary key (client, app_reference)`,
  support_access: `
    client text not null, request_reference text not null, role text not null, request_description text not null,
    requested_by text not null, requested_at timestamptz(3) not null, requested_expiry timestamptz(3) not null,
    approval_state text not null, rejection_reason text, approval_expiry timestamptz(3), approved_by text,
    updated_at timestamptz(3) not null, updated_by text not null,
    primary key (client, request_reference)`,
} as const

const indexes = [
  'client_apps (client, issuer)',
  'support_access (client, approval_state, request_reference desc)',
  'support_access (client, requested_by, request_reference desc)',
  'user_activities (client, support_reference, log_id) where support_reference is not null',
  // To find what prevents the deletion of a group.
  'portal_users (client, user_group)',
  'client_apps (client, "group")',
  // For the counts of a group: its active members by their services.
  'device_users (client, "group", services) include (expected_device_count) where is_active',
  'devices (client, "group", services) where not is_deactivated and activated_at is not null',
  'personal_numbers (client, "group")',
] as const

export const accounts: readonly string[] = [
  ...Object.entries(tables).flatMap(([table, columns]) => [
    `create table app.${table} (${columns})`,
    ...rowLevelSecurity(table),
  ]),
  ...['groups', 'roles', 'account_defaults'].map(
    (table) => `alter table app.${table} add column version integer not null default 1`,
  ),
  "alter table app.roles add column test_cases jsonb not null default '[]'",
  ...indexes.map((index) => `create index on app.${index}`),
]
