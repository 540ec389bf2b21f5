/**
 * The first schema. Rules: docs/distribution.md. `client` is text and first in every key; there are no triggers
 * and no identity columns; policies use a plain current_setting; each entry is one statement.
 */

/** Tables of accounts: row-level security limits them to the account in the setting app.client. */
const tenantTables = {
  client_keys: `
    client text not null, key_id text not null, algorithm text not null, public_key text not null, private_key_wrapped text not null,
    is_current boolean not null, created_at timestamptz(3) not null,
    primary key (client, key_id)`,
  account_secrets: `
    client text not null, purpose text not null, secret_wrapped text not null, created_at timestamptz(3) not null,
    primary key (client, purpose)`,
  account_defaults: `
    client text not null, user_group text, role text, cidr_ranges text[],
    updated_at timestamptz(3) not null, updated_by text not null,
    primary key (client)`,
  access_versions: `
    client text not null, version bigint not null,
    primary key (client)`,
  groups: `
    client text not null, group_reference text not null, tags jsonb not null,
    created_at timestamptz(3) not null, updated_at timestamptz(3) not null, updated_by text not null,
    primary key (client, group_reference)`,
  roles: `
    client text not null, role_reference text not null, permissions jsonb not null, payload_types text[],
    cidr_ranges text[], alert_permissions jsonb not null, is_alertable boolean not null, description text not null,
    is_system boolean not null, created_at timestamptz(3) not null, updated_at timestamptz(3) not null,
    updated_by text not null,
    primary key (client, role_reference)`,
  portal_users: `
    client text not null, user_reference text not null, email text, name text, roles text[] not null,
    user_group text, is_active boolean not null, created_at timestamptz(3) not null, updated_at timestamptz(3) not null,
    sessions_valid_from timestamptz(3) not null,
    primary key (client, user_reference)`,
  terms_acceptances: `
    client text not null, user_reference text not null, terms_version text not null, locale text not null,
    text_hash text not null, accepted_at timestamptz(3) not null, user_ip text not null,
    primary key (client, user_reference, terms_version)`,
  device_users: `
    client text not null, device_user_reference text not null, "group" text not null, services text[] not null,
    expected_device_count integer not null, email text not null, first_name text not null, surname text not null,
    is_active boolean not null, onboard_date timestamptz(3), offboard_date timestamptz(3), is_legacy boolean not null,
    created_at timestamptz(3) not null, updated_at timestamptz(3) not null, updated_by text not null,
    primary key (client, device_user_reference),
    foreign key (client, "group") references app.groups (client, group_reference)`,
  devices: `
    client text not null, device_reference text not null, device_user_reference text, "group" text not null,
    services text[] not null, imeis text[] not null, email text, first_name text, surname text,
    phone_numbers jsonb not null, device_info jsonb not null, installation_id text, last_seen timestamptz(3),
    is_deactivated boolean not null, deactivation_date timestamptz(3), deactivated_by text, activated_at timestamptz(3),
    is_legacy boolean not null, legacy_phone_number text, next_sequence bigint not null,
    created_at timestamptz(3) not null, updated_at timestamptz(3) not null, updated_by text not null,
    primary key (client, device_reference),
    foreign key (client, "group") references app.groups (client, group_reference),
    foreign key (client, device_user_reference) references app.device_users (client, device_user_reference)`,
  enrolment_ulids: `
    client text not null, enrolment_ulid text not null, device_reference text not null, used_at timestamptz(3) not null,
    primary key (client, enrolment_ulid)`,
  personal_numbers: `
    client text not null, id text not null, device_user_reference text not null, "group" text not null,
    personal_number text not null, reason text, is_active boolean not null, created_at timestamptz(3) not null,
    created_by text not null, deleted_at timestamptz(3), deleted_by text,
    primary key (client, id),
    foreign key (client, device_user_reference) references app.device_users (client, device_user_reference)`,
  payloads: `
    client text not null, payload_reference text not null, payload_type text not null, payload_state text not null,
    "group" text not null, device_reference text not null, device_user_reference text, device_ip text not null,
    sequence bigint not null, key_id text, encrypted_dek text, iv text, checksum text, size bigint,
    s3_path text, meta jsonb not null, media jsonb, numbers text[] not null, is_legacy boolean not null,
    is_late boolean not null, is_personal_number boolean not null, failure text, state_before_deletion text,
    payload_time timestamptz(3) not null, registered_at timestamptz(3) not null, uploaded_at timestamptz(3),
    processed_at timestamptz(3), transferred_at timestamptz(3), receipt_confirmed_at timestamptz(3),
    receipt_confirmed_by text, updated_at timestamptz(3) not null, updated_by text not null,
    primary key (client, payload_reference)`,
  payload_numbers: `
    client text not null, number text not null, payload_time timestamptz(3) not null, payload_reference text not null,
    "group" text not null, payload_type text not null,
    primary key (client, number, payload_time, payload_reference),
    foreign key (client, payload_reference) references app.payloads (client, payload_reference)`,
  payload_counters: `
    client text not null, "group" text not null, payload_type text not null, payload_state text not null,
    day date not null, slot smallint not null, payloads bigint not null,
    primary key (client, "group", payload_type, payload_state, day, slot)`,
  upload_parts: `
    client text not null, payload_reference text not null, start_offset bigint not null, bytes bigint not null,
    object_key text not null, sha256 text not null, received_at timestamptz(3) not null,
    primary key (client, payload_reference, start_offset),
    foreign key (client, payload_reference) references app.payloads (client, payload_reference)`,
  custody_events: `
    client text not null, event_id text not null, payload_reference text not null, event text not null,
    occurred_at timestamptz(3) not null, actor_kind text not null, actor text not null, address text,
    request_id text, details jsonb not null,
    primary key (client, event_id)`,
  user_activities: `
    client text not null, log_id text not null, user_id text not null, roles text[] not null, user_ip text not null,
    browser text, is_client_app boolean not null, support_reference text, activity_time timestamptz(3) not null,
    activity_end_time timestamptz(3) not null, duration integer not null, "group" text, action text not null,
    call text not null, is_allowed boolean not null, denial_reason text, parameters jsonb not null,
    events jsonb not null, status_code integer not null, request_id text not null,
    primary key (client, log_id)`,
  device_activities: `
    client text not null, log_id text not null, device_ip text not null, device_reference text not null,
    device_user_reference text, activity_time timestamptz(3) not null, activity_end_time timestamptz(3) not null,
    duration integer not null, "group" text, action text not null, call text not null, is_allowed boolean not null,
    denial_reason text, parameters jsonb not null, events jsonb not null, status_code integer not null,
    request_id text not null,
    primary key (client, log_id)`,
  device_commands: `
    client text not null, command_reference text not null, device_reference text not null, "group" text not null,
    command text not null, params jsonb, state text not null, raised_by text not null, failure text,
    sent_at timestamptz(3) not null, acknowledged_at timestamptz(3), completed_at timestamptz(3),
    updated_at timestamptz(3) not null,
    primary key (client, command_reference),
    foreign key (client, device_reference) references app.devices (client, device_reference)`,
  device_logs: `
    client text not null, log_id text not null, device_reference text not null, device_user_reference text,
    "group" text not null, log_class text not null, log_level text not null, log_datetime timestamptz(3) not null,
    local_timezone text, payload_reference text, log_message text not null, received_at timestamptz(3) not null,
    primary key (client, log_id)`,
  gps: `
    client text not null, gps_reference text not null, device_reference text not null, device_user_reference text,
    "group" text not null, latitude double precision not null, longitude double precision not null,
    altitude double precision, accuracy double precision, provider text, "timestamp" timestamptz(3) not null,
    timezone text, received_at timestamptz(3) not null,
    primary key (client, gps_reference)`,
  device_telemetry: `
    client text not null, telemetry_id text not null, device_reference text not null, "group" text not null,
    collected_at timestamptz(3) not null, received_at timestamptz(3) not null, telemetry jsonb not null,
    primary key (client, telemetry_id)`,
} as const

const indexes = [
  'device_users (client, "group")',
  'devices (client, "group")',
  'devices (client, device_user_reference)',
  'personal_numbers (client, device_user_reference)',
  'personal_numbers (client, personal_number) where is_active',
  'payloads (client, payload_type, payload_time desc, payload_reference desc)',
  'payloads (client, "group", payload_type, payload_time desc, payload_reference desc)',
  'payloads (client, device_reference, payload_time desc, payload_reference desc)',
  'payloads (client, device_user_reference, payload_time desc, payload_reference desc)',
  'payloads (client, processed_at desc, payload_reference desc) where processed_at is not null',
  'payloads (client, updated_at desc, payload_reference desc)',
  // Rare states that people filter by: a scan by time would read millions of rows to find them.
  `payloads (client, payload_state, payload_time desc, payload_reference desc) where payload_state <> 'Processed'`,
  'payload_numbers (client, payload_reference)',
  'custody_events (client, payload_reference, event_id)',
  'user_activities (client, user_id, log_id desc)',
  'device_activities (client, device_reference, log_id desc)',
  'device_commands (client, device_reference, command_reference)',
  'device_logs (client, device_reference, log_id desc)',
  'gps (client, device_reference, "timestamp" desc, gps_reference desc)',
  'device_telemetry (client, device_reference, telemetry_id desc)',
] as const

/** The login roles may add jobs, but not read or change them: they have no rights on graphile_worker's tables. */
const enqueueJob = `
  create function app.enqueue_job(identifier text, payload json, job_key text, run_at timestamptz, max_attempts integer)
  returns void language sql security definer set search_path = pg_catalog as $$
    select graphile_worker.add_job(identifier, payload, run_at => run_at, max_attempts => max_attempts,
      job_key => job_key, job_key_mode => 'preserve_run_at')
  $$`

/** Adds many jobs with one statement. No two of them may have the same key. */
const enqueueJobs = `
  create function app.enqueue_jobs(identifier text, payloads text[], job_keys text[], max_attempts integer,
    unless_running boolean)
  returns void language sql security definer set search_path = pg_catalog as $$
    select graphile_worker.add_jobs(
      array(
        select row(identifier, job.payload::json, null, null, max_attempts, job.key, null, null)::graphile_worker.job_spec
        from unnest(payloads, job_keys) as job (payload, key)
        where not unless_running or not exists (
          select from graphile_worker._private_jobs running where running.key = job.key and running.locked_at is not null)),
      job_key_preserve_run_at => true)
  $$`

export const foundation: readonly string[] = [
  `create table app.clients (
    client text primary key, name text not null, locale text not null, is_active boolean not null, created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null)`,
  ...Object.entries(tenantTables).flatMap(([table, columns]) => [
    `create table app.${table} (${columns})`,
    ...rowLevelSecurity(table),
  ]),
  'create unique index payloads_client_device_reference_sequence_key on app.payloads (client, device_reference, sequence)',
  ...indexes.map((index) => `create index on app.${index}`),
  enqueueJob,
  enqueueJobs,
  'revoke all on function app.enqueue_job from public',
  'grant execute on function app.enqueue_job to holdfast_app',
  'revoke all on function app.enqueue_jobs from public',
  'grant execute on function app.enqueue_jobs to holdfast_app',
  'grant select, insert, update on app.clients to holdfast_app',
  'grant select on app.clients to holdfast_provider',
]

/** Row-level security and rights, which every table of accounts needs. */
export function rowLevelSecurity(table: string): string[] {
  return [
    `alter table app.${table} enable row level security`,
    `create policy own_client on app.${table} to holdfast_app
      using (client = current_setting('app.client', true)) with check (client = current_setting('app.client', true))`,
    `create policy every_client on app.${table} for select to holdfast_provider using (true)`,
    `grant select, insert, update, delete on app.${table} to holdfast_app`,
    `grant select on app.${table} to holdfast_provider`,
  ]
}
