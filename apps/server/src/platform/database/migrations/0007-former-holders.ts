import { rowLevelSecurity } from './0001-foundation.ts'

/**
 * Who held a device before the one who does, in which group, until when (the first moment of the next holder). Who holds it
 * now stands in its own row, so that devices that are known already begin with that one; `held_since` is empty until a device
 * is handed over for the first time.
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
