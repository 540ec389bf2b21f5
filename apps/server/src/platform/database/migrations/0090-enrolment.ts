import { rowLevelSecurity } from './0001-foundation.ts'

/** What system roles of existing accounts get, like those of new ones (packages/access/src/system-roles.ts). */
const newPermission = `'[{"actions_matching": "enrolment:*"}]'::jsonb`

/**
 * The former enrolment secret of an account, which devices that still use it, and one-time codes for handsets (docs/decisions/0060). Servers
 * of an earlier version know the current secret only, so rotate it once all servers are upgraded.
 */
export const enrolment: readonly string[] = [
  'alter table app.account_secrets add column valid_until timestamptz(3), add column created_by text',
  `create table app.former_secret_devices (
    client text not null, device_reference text not null, former_at timestamptz(3) not null, is_left boolean not null,
    primary key (client, device_reference))`,
  ...rowLevelSecurity('former_secret_devices'),
  `create table app.one_time_codes (
    client text not null, code_mac text not null, device_user_reference text not null,
    created_at timestamptz(3) not null, created_by text not null, expires_at timestamptz(3) not null,
    primary key (client, code_mac),
    unique (client, device_user_reference),
    foreign key (client, device_user_reference) references app.device_users (client, device_user_reference))`,
  ...rowLevelSecurity('one_time_codes'),
  'create index on app.one_time_codes (client, expires_at)',
  `update app.roles set permissions = permissions || ${newPermission}
    where is_system and role_reference in ('Account Administrator', 'Device Manager', 'Internal Administrator')
      and not permissions @> ${newPermission}`,
  'update app.access_versions set version = version + 1',
]
