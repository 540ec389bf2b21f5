import { rowLevelSecurity } from './0001-foundation.ts'
import { removeTombstones } from './0141-destruction.ts'

const permission = `'[{"actions_matching": "transfers:read"}]'::jsonb`

/** The statement of `remove_tombstones` that comes last. Arrivals of a recording end with its row, too. */
const removeRows = 'delete from app.payloads where client = own and payload_reference = any(gone);'

/**
 * Transfers to customers' own archives (docs/decisions/0098).
 * - `payload_arrivals`: an entry for each time a recording became Processed, Quarantined or Failed. `arrival` numbers them per account in
 *   an order that one transaction at a time gives to committed entries, so that no late commit gets in before a window's end.
 * - `transfers`: windows. A window of a configuration has the arrivals after `arrival_from` up to `arrival_to`.
 * - `transfer_files`: what is delivered, each stored before it gets its name at the destination. `arrival` names the item whose file it is.
 * - `transfer_items`: the recordings of a window, including those that were left out. `conversation` is the same for messages that share a file.
 */
export const transfers: readonly string[] = [
  `create table app.payload_arrivals (
    client text not null, entry_id text not null, payload_reference text not null, payload_type text not null,
    payload_state text not null, arrived_at timestamptz(3) not null, arrival bigint,
    primary key (client, entry_id))`,
  ...rowLevelSecurity('payload_arrivals'),
  'create unique index payload_arrivals_in_order on app.payload_arrivals (client, arrival) where arrival is not null',
  'create index payload_arrivals_without_number on app.payload_arrivals (client, arrived_at, entry_id) where arrival is null',
  'create index payload_arrivals_of_payload on app.payload_arrivals (client, payload_reference)',
  `create table app.arrival_counters (client text not null, last_arrival bigint not null, primary key (client))`,
  ...rowLevelSecurity('arrival_counters'),
  `insert into app.payload_arrivals (client, entry_id, payload_reference, payload_type, payload_state, arrived_at)
    select client, payload_reference, payload_reference, payload_type, payload_state, coalesce(processed_at, updated_at)
    from app.payloads where payload_state in ('Processed', 'Quarantined', 'Failed')
      and payload_type not in ('AbortedCall', 'BlockedCall', 'Diagnostics')`,
  removeTombstones
    .replace('create function', 'create or replace function')
    .replace(removeRows, `${removeRows.replace('payloads', 'payload_arrivals')}\n    ${removeRows}`),

  `create table app.transfer_configs (
    client text not null, transfer_config_reference text not null, transfer_type text not null, payload_types text[] not null,
    schedule text not null, time_zone text not null, pgp_key text, params jsonb not null, transfer_file_format text not null,
    metadata_format text not null, is_active boolean not null, receipt_within_hours integer,
    zip_password_wrapped text, sftp_password_wrapped text, sftp_key_wrapped text, sftp_public_key text,
    report_from timestamptz(3) not null, covered_until timestamptz(3) not null, covered_arrival bigint,
    next_run_at timestamptz(3), last_manifest_sha256 text, manifests integer not null default 0,
    created_at timestamptz(3) not null, updated_at timestamptz(3) not null, updated_by text not null,
    version integer not null default 1,
    primary key (client, transfer_config_reference))`,
  ...rowLevelSecurity('transfer_configs'),
  'create index transfer_configs_due on app.transfer_configs (client, next_run_at) where next_run_at is not null',

  `create table app.transfers (
    client text not null, transfer_id text not null, transfer_config_reference text not null, state text not null,
    is_paused boolean not null default false, report_from timestamptz(3) not null, report_to timestamptz(3) not null,
    arrival_from bigint not null, arrival_to bigint not null, planned_arrival bigint,
    collected integer not null default 0, waiting integer not null default 0, sent integer not null default 0,
    confirmed integer not null default 0, differs integer not null default 0, failed integer not null default 0,
    left_out integer not null default 0, duplicate integer not null default 0, bytes bigint not null default 0,
    folder text not null, started_at timestamptz(3), finished_at timestamptz(3), next_attempt_at timestamptz(3),
    failing_since timestamptz(3), attempts integer not null default 0, error_message text,
    manifest_sha256 text, manifest_at timestamptz(3),
    lease integer not null default 0, leased_until timestamptz(3), receipts_read_at timestamptz(3),
    created_at timestamptz(3) not null, updated_at timestamptz(3) not null, updated_by text not null,
    primary key (client, transfer_id))`,
  ...rowLevelSecurity('transfers'),
  'create index transfers_of_config on app.transfers (client, transfer_config_reference, report_to desc, transfer_id desc)',
  'create index transfers_by_window on app.transfers (client, report_to desc, transfer_id desc)',
  `create index transfers_unfinished on app.transfers (client, transfer_config_reference, report_to) where state <> 'Succeeded'`,
  'create index transfers_unconfirmed on app.transfers (client, transfer_config_reference, finished_at) where sent > confirmed',
  'create index transfers_that_differ on app.transfers (client, transfer_config_reference) where differs > 0',

  `create table app.transfer_manifests (
    client text not null, transfer_config_reference text not null, number integer not null, transfer_id text not null,
    sha256 text not null,
    primary key (client, transfer_config_reference, number))`,
  ...rowLevelSecurity('transfer_manifests'),

  `create table app.transfer_files (
    client text not null, transfer_id text not null, file_number integer not null, kind text not null, file_name text not null,
    arrival bigint, state text not null, attempts integer not null default 0, bytes bigint, sha256 text, "check" text,
    error_message text, confirmed_at timestamptz(3),
    primary key (client, transfer_id, file_number),
    unique (client, transfer_id, file_name),
    foreign key (client, transfer_id) references app.transfers (client, transfer_id) on delete cascade)`,
  ...rowLevelSecurity('transfer_files'),
  `create index transfer_files_by_state on app.transfer_files (client, transfer_id, state, file_number)`,
  `create index transfer_files_of_item on app.transfer_files (client, transfer_id, arrival) where arrival is not null`,

  `create table app.transfer_attempts (
    client text not null, transfer_id text not null, file_number integer not null, attempt integer not null,
    started_at timestamptz(3) not null, finished_at timestamptz(3), state text not null, bytes bigint not null, sha256 text,
    "check" text, error_message text,
    primary key (client, transfer_id, file_number, attempt),
    foreign key (client, transfer_id, file_number) references app.transfer_files (client, transfer_id, file_number)
      on delete cascade)`,
  ...rowLevelSecurity('transfer_attempts'),

  `create table app.transfer_items (
    client text not null, transfer_id text not null, arrival bigint not null, payload_reference text not null,
    payload_type text not null, payload_time timestamptz(3), outcome text not null, left_out_reason text, conversation text,
    file_number integer, index_file integer, bytes bigint, sha256 text, sent_at timestamptz(3), times_sent integer not null default 0, confirmed_at timestamptz(3),
    error_message text,
    primary key (client, transfer_id, arrival),
    unique (client, transfer_id, payload_reference),
    foreign key (client, transfer_id) references app.transfers (client, transfer_id) on delete cascade)`,
  ...rowLevelSecurity('transfer_items'),
  'create index transfer_items_of_payload on app.transfer_items (client, payload_reference)',
  'create index transfer_items_by_outcome on app.transfer_items (client, transfer_id, outcome, arrival)',
  `create index transfer_items_of_conversation on app.transfer_items (client, transfer_id, conversation, payload_time, arrival)
    where conversation is not null`,
  'create index transfer_items_of_file on app.transfer_items (client, transfer_id, file_number)',

  `update app.roles set permissions = permissions || ${permission}
    where is_system and role_reference = 'Auditor' and not permissions @> ${permission}`,
  'update app.access_versions set version = version + 1',
]
