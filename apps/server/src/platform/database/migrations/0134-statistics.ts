import { rowLevelSecurity } from './0001-foundation.ts'

/**
 * What a job counts of each account for the provider's staff (docs/decisions/0087), and whether the parts of the installation
 * answer. The rows of the parts are in the provider's own account.
 */
export const statistics: readonly string[] = [
  `create table app.account_statistics (
    client text not null, users integer not null, devices integer not null, silent_devices integer not null,
    late integer not null, failed bigint not null, quarantined bigint not null, backlog bigint not null,
    backlog_since timestamptz(3), stored_bytes bigint not null, as_of timestamptz(3) not null,
    all_days_as_of timestamptz(3) not null,
    primary key (client))`,
  ...rowLevelSecurity('account_statistics'),
  `create table app.service_statistics (
    client text not null, service text not null, users integer not null, devices integer not null,
    stored_bytes bigint not null,
    primary key (client, service))`,
  ...rowLevelSecurity('service_statistics'),
  `create table app.daily_statistics (
    client text not null, day date not null, service text not null, payload_state text not null, payloads bigint not null,
    primary key (client, day, service, payload_state))`,
  ...rowLevelSecurity('daily_statistics'),
  `create table app.installation_parts (
    client text not null, part text not null, is_up boolean not null, since timestamptz(3) not null,
    checked_at timestamptz(3) not null,
    primary key (client, part))`,
  ...rowLevelSecurity('installation_parts'),
]
