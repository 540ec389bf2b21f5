import { rowLevelSecurity } from './0001-foundation.ts'

/**
 * The files of reconciliation that are delivered to an archive each day, by configuration (docs/decisions/0103). `csv` and `json` are the
 * bytes to be delivered, until they have arrived or were given up: a worker that goes on after another one died sends the same ones.
 * `sha256` is that of the JSON document before it was encrypted.
 */
export const transferDays: readonly string[] = [
  `create table app.transfer_day_files (
    client text not null, transfer_config_reference text not null, day text not null, file_name text not null,
    sha256 text not null, csv bytea, json bytea, created_at timestamptz(3) not null, delivered_at timestamptz(3),
    primary key (client, transfer_config_reference, day))`,
  ...rowLevelSecurity('transfer_day_files'),
  `create index transfer_day_files_to_deliver on app.transfer_day_files (client, transfer_config_reference, day)
    where json is not null`,
]
