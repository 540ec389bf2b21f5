import { rowLevelSecurity } from './0001-foundation.ts'

/** How many devices of an account may use each service, and the use of each month. */
export const licences: readonly string[] = [
  `create table app.licence_limits (
    client text not null, calls integer not null, interviews integer not null, gps integer not null, mms integer not null,
    photos integer not null, rcs integer not null, ar integer not null, sms integer not null, videos integer not null,
    created_at timestamptz(3) not null, updated_at timestamptz(3) not null, updated_by text not null, version integer not null default 1,
    primary key (client))`,
  ...rowLevelSecurity('licence_limits'),
  `create table app.licence_use (
    client text not null, month date not null, service text not null, used integer not null, most_used integer not null,
    counted_at timestamptz(3) not null,
    primary key (client, month, service))`,
  ...rowLevelSecurity('licence_use'),
]
