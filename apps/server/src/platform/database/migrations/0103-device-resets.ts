import { rowLevelSecurity } from './0001-foundation.ts'

/** When devices authenticated as a new installation, by which they lost what they had not delivered (docs/decisions/0064). */
export const deviceResets: readonly string[] = [
  `create table app.device_resets (
    client text not null, device_reference text not null, reset_at timestamptz(3) not null,
    primary key (client, device_reference, reset_at),
    foreign key (client, device_reference) references app.devices (client, device_reference))`,
  ...rowLevelSecurity('device_resets'),
  'revoke update, delete on app.device_resets from holdfast_app',
]
