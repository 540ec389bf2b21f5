import { rowLevelSecurity } from './0001-foundation.ts'

/**
 * Roles that people have for a time, beside those of their identity (docs/decisions/0050). An assignment counts until `valid_until`, whether or
 * not the job that deletes it has run. Servers of an earlier version don't count assignments.
 */
export const roleAssignments: readonly string[] = [
  `create table app.role_assignments (
    client text not null, user_reference text not null, role_reference text not null, valid_until timestamptz(3) not null,
    reason text not null, given_at timestamptz(3) not null, given_by text not null,
    primary key (client, user_reference, role_reference),
    foreign key (client, user_reference) references app.portal_users (client, user_reference))`,
  'create index on app.role_assignments (client, role_reference)',
  ...rowLevelSecurity('role_assignments'),
]
