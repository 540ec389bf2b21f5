import { rowLevelSecurity } from './0001-foundation.ts'

/**
 * Who held a device before its current holder, in which group, and until when (exclusive). The current holder stays in the
 * device's own row; its `held_since` is null until the device is handed over for the first time.
 */
export const formerHolders: readonly string[] = [
  `create table app.former_holders (
    client text not null, device_reference text not null, held_until timestamptz(3) not null,
    held_since timestamptz(3), device_user_reference text not null, "group" text not null, services text[] not null,
    primary key (client, device_reference, held_until),
    foreign key (client, device_reference) references app.devices (client, device_reference),
    foreign key (client, device_user_reference) references app.device_users (client, device_user_reference))`,
  ...rowLevelSecurity('former_holders'),
  'create index on app.former_holders (client, device_user_reference)',
  'alter table app.devices add column held_since timestamptz(3)',
]
