import { rowLevelSecurity } from './0001-foundation.ts'

/** Devices that a person has blocked; and an account's settings for all its devices. */
export const blockedDevices: readonly string[] = [
  `alter table app.devices
    add column is_blocked boolean not null default false,
    add column blocked_at timestamptz(3),
    add column blocked_by text,
    add column blocked_reason text`,
  `create table app.device_configurations (
    client text primary key, gps_interval_ms integer not null, updated_at timestamptz(3) not null, updated_by text not null)`,
  ...rowLevelSecurity('device_configurations'),
]
