import { rowLevelSecurity } from './0001-foundation.ts'

/**
 * Who had which phone number, on which device and in which slot, as handsets reported when they authenticated. A period ends when the
 * number is verified elsewhere, in another slot, or for another holder. What devices remember of numbers from before is one period each.
 */
export const phoneNumberPeriods: readonly string[] = [
  `create table app.phone_number_periods (
    client text not null, phone_number text not null, first_verified timestamptz(3) not null, device_reference text not null,
    last_verified timestamptz(3) not null, device_user_reference text, "group" text not null, slot_index bigint,
    primary key (client, phone_number, first_verified, device_reference),
    foreign key (client, device_reference) references app.devices (client, device_reference))`,
  'create index on app.phone_number_periods (client, first_verified, phone_number, device_reference)',
  'create index on app.phone_number_periods (client, device_reference, first_verified)',
  ...rowLevelSecurity('phone_number_periods'),
  `insert into app.phone_number_periods (client, phone_number, first_verified, device_reference, last_verified,
      device_user_reference, "group", slot_index)
    select d.client, n ->> 'phone_number', coalesce((n ->> 'first_verified')::timestamptz, d.created_at), d.device_reference,
      coalesce((n ->> 'last_verified')::timestamptz, d.updated_at), d.device_user_reference, d."group",
      (n ->> 'slot_index')::bigint
    from app.devices d cross join lateral jsonb_array_elements(d.phone_numbers) n
    where n ->> 'phone_number' is not null
    on conflict do nothing`,
]
