import { rowLevelSecurity } from './0001-foundation.ts'

/**
 * What a role was before each change (docs/decisions/0049). The server can insert rows, but not change them; they go with their role,
 * because a later role of the same name is another one. Changes that servers of an earlier version make while an installation
 * is upgraded are missing.
 */
export const roleVersions: readonly string[] = [
  `create table app.role_versions (
    client text not null, role_reference text not null, version integer not null, fields jsonb not null,
    updated_at timestamptz(3) not null, updated_by text,
    primary key (client, role_reference, version),
    foreign key (client, role_reference) references app.roles (client, role_reference) on delete cascade)`,
  ...rowLevelSecurity('role_versions'),
  'revoke update, delete on app.role_versions from holdfast_app',
]
