import { rowLevelSecurity } from './0001-foundation.ts'

/**
 * Carriers' call records: files, rows that were not imported, records beside their recordings, which times the records cover, what has to
 * be compared again, and counts by month (docs/decisions/0065). A record without a device has the device ''.
 */
export const carrierRecords: readonly string[] = [
  `create table app.carrier_mappings (
    client text not null, carrier_name text not null, mapping jsonb not null, updated_at timestamptz(3) not null, updated_by text not null,
    primary key (client, carrier_name))`,
  ...rowLevelSecurity('carrier_mappings'),
  `create table app.carrier_imports (
    client text not null, import_reference text not null, carrier_name text not null, file_name text not null, file_sha256 text not null,
    file_bytes bigint not null, lines integer not null, state text not null, failure text, mapping jsonb,
    rows_read integer not null default 0, rows_imported integer not null default 0, rows_repeated integer not null default 0,
    rows_ignored integer not null default 0, rows_refused integer not null default 0,
    first_at timestamptz(3), last_at timestamptz(3), record_types text[] not null default '{}',
    created_at timestamptz(3) not null, created_by text not null, started_at timestamptz(3), finished_at timestamptz(3),
    undone_at timestamptz(3), undone_by text, undone_reason text, updated_at timestamptz(3) not null, updated_by text not null,
    primary key (client, import_reference))`,
  "create index carrier_imports_uploaded on app.carrier_imports (client, created_at) where state = 'Uploaded'",
  ...rowLevelSecurity('carrier_imports'),
  `create table app.carrier_file_parts (
    client text not null, import_reference text not null, part integer not null, bytes bytea not null, created_at timestamptz(3) not null,
    primary key (client, import_reference, part))`,
  'create index on app.carrier_file_parts (client, created_at)',
  ...rowLevelSecurity('carrier_file_parts'),
  `create table app.carrier_import_rows (
    client text not null, import_reference text not null, row_number integer not null, result text not null, problems text[] not null,
    cells text[] not null,
    primary key (client, import_reference, row_number),
    foreign key (client, import_reference) references app.carrier_imports (client, import_reference))`,
  ...rowLevelSecurity('carrier_import_rows'),
  `create table app.carrier_coverage (
    client text not null, import_reference text not null, own_number text not null, number_ending text not null,
    primary key (client, import_reference, own_number),
    foreign key (client, import_reference) references app.carrier_imports (client, import_reference))`,
  'create index on app.carrier_coverage (client, number_ending)',
  ...rowLevelSecurity('carrier_coverage'),
  `create table app.carrier_records (
    client text not null, record_reference text not null, content_key text not null, import_reference text, row_number integer,
    carrier_name text, record_type text not null, own_number text, other_number text, direction text,
    begun_at timestamptz(3) not null, begun_at_later timestamptz(3), duration_s double precision,
    time_tolerance_s integer not null, duration_tolerance_s integer not null,
    device_reference text not null, device_user_reference text, "group" text, outcome text not null, payload_reference text,
    time_difference_s double precision, duration_difference_s double precision,
    signed_off_at timestamptz(3), signed_off_by text, signed_off_reason text,
    primary key (client, record_reference),
    foreign key (client, import_reference) references app.carrier_imports (client, import_reference))`,
  'create unique index carrier_records_content on app.carrier_records (client, content_key)',
  `create unique index carrier_records_recording on app.carrier_records (client, payload_reference) where payload_reference is not null`,
  'create index on app.carrier_records (client, begun_at desc, record_reference desc)',
  'create index on app.carrier_records (client, "group", begun_at desc, record_reference desc)',
  'create index on app.carrier_records (client, device_reference, begun_at desc, record_reference desc)',
  'create index on app.carrier_records (client, import_reference, record_reference)',
  ...rowLevelSecurity('carrier_records'),
  `create table app.carrier_windows (
    client text not null, device_reference text not null, from_at timestamptz(3) not null, until_at timestamptz(3) not null,
    primary key (client, device_reference))`,
  ...rowLevelSecurity('carrier_windows'),
  `create table app.carrier_arrivals (
    client text not null, updated_at timestamptz(3) not null, payload_reference text not null,
    primary key (client))`,
  ...rowLevelSecurity('carrier_arrivals'),
  `create table app.carrier_counts (
    client text not null, month date not null, device_reference text not null, "group" text not null, device_user_reference text not null,
    own_number text not null, record_type text not null, outcome text not null, is_signed_off boolean not null, records integer not null,
    primary key (client, month, device_reference, "group", device_user_reference, own_number, record_type, outcome, is_signed_off))`,
  'create index on app.carrier_counts (client, "group", month)',
  ...rowLevelSecurity('carrier_counts'),
]
