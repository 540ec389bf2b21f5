import { rowLevelSecurity } from './0001-foundation.ts'

const figure = (report: string, field: string): string => `(${report} ->> '${field}')::double precision`

const ofTelemetry = (field: string): string => figure('telemetry', field)

const sum = (sent: string, received: string): string =>
  `(case when coalesce(${ofTelemetry(sent)}, ${ofTelemetry(received)}) is not null
    then coalesce(${ofTelemetry(sent)}, 0) + coalesce(${ofTelemetry(received)}, 0) end)`

const figures: Readonly<Record<string, string>> = {
  battery_level_percent: ofTelemetry('battery_level_percent'),
  storage_free: ofTelemetry('storage_free'),
  storage_total: ofTelemetry('storage_total'),
  memory_free: ofTelemetry('memory_free'),
  memory_total: ofTelemetry('memory_total'),
  signal_dbm: `(select max(${figure('sim', 'signal_strength_dbm')}) from jsonb_array_elements(coalesce(telemetry -> 'sims', '[]')) sim)`,
  wifi_signal_dbm: ofTelemetry('wifi_signal_dbm'),
  mobile_data: sum('mobile_data_sent', 'mobile_data_received'),
  wifi_data: sum('wifi_data_sent', 'wifi_data_received'),
  payloads_pending: ofTelemetry('payloads_pending'),
}

/** What is wrong with a device, as in modules/telemetry/telemetry-problems.ts. */
const problems = `array_remove(array[
  case when (telemetry -> 'is_rooted') = 'true' then 'rooted' end,
  case when (telemetry -> 'is_device_admin') = 'false' then 'not_device_admin' end,
  case when jsonb_array_length(coalesce(telemetry -> 'permissions_denied', '[]')) > 0 then 'permission_denied' end,
  case when storage_free < storage_total * 5 / 100 then 'storage_full' end,
  case when battery_level_percent < 15 and (telemetry -> 'battery_charging') is distinct from 'true' then 'battery_low' end], null)`

/**
 * The latest report of each device, so that lists need not look for it; figures for graphs; and applications apart from the rest of a
 * report, because there can be thousands (docs/decisions/0063).
 */
export const latestTelemetry: readonly string[] = [
  `alter table app.device_telemetry add column applications jsonb, add column application_count integer not null default 0,
    ${Object.keys(figures)
      .map((column) => `add column ${column} double precision`)
      .join(', ')}`,
  `update app.device_telemetry set applications = telemetry -> 'applications', telemetry = telemetry - 'applications',
    application_count = jsonb_array_length(coalesce(telemetry -> 'applications', '[]')),
    ${Object.entries(figures)
      .map(([column, value]) => `${column} = ${value}`)
      .join(', ')}`,
  `create table app.latest_telemetry (
    client text not null, device_reference text not null, telemetry_id text not null, "group" text not null,
    collected_at timestamptz(3) not null, received_at timestamptz(3) not null, telemetry jsonb not null,
    application_count integer not null, problems text[] not null, problem_count integer not null, app_version text, os_version text,
    primary key (client, device_reference),
    foreign key (client, device_reference) references app.devices (client, device_reference))`,
  ...rowLevelSecurity('latest_telemetry'),
  `insert into app.latest_telemetry
    select client, device_reference, telemetry_id, "group", collected_at, received_at, telemetry, application_count, problems,
      cardinality(problems), telemetry ->> 'app_version', telemetry ->> 'os_version'
    from (select distinct on (client, device_reference) *, ${problems} as problems
      from app.device_telemetry order by client, device_reference, telemetry_id desc) latest`,
  'create index latest_telemetry_by_problems on app.latest_telemetry (client, problem_count, device_reference)',
]
