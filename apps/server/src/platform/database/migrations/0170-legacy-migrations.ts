import { rowLevelSecurity } from './0001-foundation.ts'

/**
 * Migrations from legacy platforms (docs/decisions/0100). `place` says where a run goes on: the file, and the rows and bytes of it that were
 * read. `lease` increases whenever a worker takes the run, so that the worker before can't go on. `legacy_migration_rows` has what ended
 * with a warning or an error; the other rows are only counted. `legacy_export_parts` has the sealed parts of files that were uploaded,
 * `legacy_transfers` what becomes Transferred once it is processed.
 */
export const legacyMigrations: readonly string[] = [
  `create table app.account_migrations (
    client text not null, disable_onboarding boolean not null, disable_offboarding boolean not null,
    disable_payloads boolean not null, updated_at timestamptz(3) not null, updated_by text not null,
    version integer not null default 1,
    primary key (client))`,
  ...rowLevelSecurity('account_migrations'),
  `create table app.legacy_migrations (
    client text not null, migration_id text not null, folder text not null, source text not null, is_dry_run boolean not null,
    time_zone text not null, migration_state text not null, is_stopped boolean not null default false,
    files integer not null default 0, code_counts jsonb not null default '{}', repairs bigint not null default 0,
    bytes bigint not null default 0, bytes_read bigint not null default 0, bytes_total bigint not null default 0,
    place jsonb, error_message text, lease integer not null default 0,
    started_at timestamptz(3), finished_at timestamptz(3),
    created_at timestamptz(3) not null, updated_at timestamptz(3) not null, updated_by text not null,
    primary key (client, migration_id))`,
  ...rowLevelSecurity('legacy_migrations'),
  `create unique index legacy_migrations_running on app.legacy_migrations (client) where migration_state = 'Pending'`,
  `create table app.legacy_migration_rows (
    client text not null, migration_id text not null, file_number integer not null, row_number bigint not null,
    file_name text not null, kind text not null, reference text, code text not null, message text, cells jsonb,
    primary key (client, migration_id, file_number, row_number),
    foreign key (client, migration_id) references app.legacy_migrations (client, migration_id) on delete cascade)`,
  ...rowLevelSecurity('legacy_migration_rows'),
  `create table app.legacy_export_parts (
    client text not null, folder text not null, file_name text not null, part integer not null, parts integer not null,
    object_key text not null, key_id text not null, encrypted_dek text not null, iv text not null, bytes bigint not null,
    created_at timestamptz(3) not null, created_by text not null,
    primary key (client, folder, file_name, part))`,
  ...rowLevelSecurity('legacy_export_parts'),
  `create table app.legacy_transfers (
    client text not null, payload_reference text not null, primary key (client, payload_reference))`,
  ...rowLevelSecurity('legacy_transfers'),
]
