import { rowLevelSecurity } from './0001-foundation.ts'

/**
 * What the source of a migration holds, compared with what arrived (docs/decisions/0101). `legacy_migration_payloads` has each recording
 * that a run read, as its row says it, and how the row ended; '' is what the row did not say. `legacy_migration_totals` has what the
 * export says of the whole source; null is a key or a count that it does not have. `legacy_reconciliation_counts` is filled in pages while
 * a run is reconciled: `scope` is the run or its source, `code` is '' for recordings that arrived. `legacy_reconciliation_rows` is the
 * result. `legacy_sealed_objects` has objects that no recording names yet (docs/decisions/0100).
 */
export const migrationReconciliation: readonly string[] = [
  `alter table app.legacy_migrations
    add columns jsonb, add is_reconciling boolean not null default false, add sample_size integer not null default 20,
    add reconciliation jsonb, add signatures jsonb not null default '[]'`,
  `create table app.legacy_migration_payloads (
    client text not null, migration_id text not null, payload_reference text not null,
    device_user_reference text not null, "group" text not null, day text not null, payload_type text not null, code text not null,
    seconds double precision not null, bytes bigint not null,
    primary key (client, migration_id, payload_reference),
    foreign key (client, migration_id) references app.legacy_migrations (client, migration_id) on delete cascade)`,
  ...rowLevelSecurity('legacy_migration_payloads'),
  `create table app.legacy_migration_totals (
    client text not null, migration_id text not null, file_number integer not null, row_number bigint not null,
    device_user_reference text, "group" text, month text, day text, payload_type text,
    payloads bigint, seconds double precision, bytes bigint,
    primary key (client, migration_id, file_number, row_number),
    foreign key (client, migration_id) references app.legacy_migrations (client, migration_id) on delete cascade)`,
  ...rowLevelSecurity('legacy_migration_totals'),
  `create table app.legacy_reconciliation_counts (
    client text not null, migration_id text not null, scope text not null,
    device_user_reference text not null, "group" text not null, day text not null, payload_type text not null, code text not null,
    read_payloads bigint not null, read_seconds double precision not null, read_bytes bigint not null,
    arrived_payloads bigint not null, arrived_seconds double precision not null, arrived_bytes bigint not null,
    waiting_payloads bigint not null, destroyed_payloads bigint not null, destroyed_seconds double precision not null,
    destroyed_bytes bigint not null,
    primary key (client, migration_id, scope, device_user_reference, "group", day, payload_type, code),
    foreign key (client, migration_id) references app.legacy_migrations (client, migration_id) on delete cascade)`,
  ...rowLevelSecurity('legacy_reconciliation_counts'),
  `create table app.legacy_reconciliation_rows (
    client text not null, migration_id text not null, grain text not null, key text not null, payload_type text not null,
    stated_by text not null, stated_payloads bigint, stated_seconds double precision, stated_bytes bigint,
    arrived_payloads bigint not null, arrived_seconds double precision, arrived_bytes bigint,
    waiting_payloads bigint not null, destroyed_payloads bigint not null,
    difference bigint, difference_seconds double precision, difference_bytes bigint, is_different boolean not null,
    reasons jsonb not null default '[]', sample jsonb,
    primary key (client, migration_id, grain, key, payload_type),
    foreign key (client, migration_id) references app.legacy_migrations (client, migration_id) on delete cascade)`,
  ...rowLevelSecurity('legacy_reconciliation_rows'),
  `create table app.legacy_sealed_objects (
    client text not null, object_key text not null, payload_reference text not null, migration_id text not null, lease integer not null,
    primary key (client, object_key))`,
  ...rowLevelSecurity('legacy_sealed_objects'),
]
