import { rowLevelSecurity } from './0001-foundation.ts'

/**
 * Why a device was deactivated and when silence does it, the install state of its last authentication, and what changed of each device. `group` is that of the device after the
 * change, `group_before` the one that it came from. Only changes since this migration are known.
 */
export const deviceChanges: readonly string[] = [
  'alter table app.devices add column deactivation_reason text, add column install_state text',
  'alter table app.device_configurations add column deactivate_after_days integer not null default 30',
  `create table app.device_changes (
    client text not null, device_reference text not null, change_id text not null,
    changed_at timestamptz(3) not null, changed_by text not null, "group" text not null, group_before text,
    field text not null, slot_index bigint, before text[] not null, after text[] not null, reason text,
    primary key (client, device_reference, change_id),
    foreign key (client, device_reference) references app.devices (client, device_reference))`,
  ...rowLevelSecurity('device_changes'),
  // What happened is never changed.
  'revoke update, delete on app.device_changes from holdfast_app',
]
