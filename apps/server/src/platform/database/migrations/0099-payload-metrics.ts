import { rowLevelSecurity } from './0001-foundation.ts'

/**
 * How much each device recorded, by type and day of UTC (docs/decisions/0063). The group and the person are those of the recording:
 * what a former holder recorded stays in theirs. `device_user_reference` is '' for recordings of nobody.
 */
export const payloadMetrics: readonly string[] = [
  `create table app.payload_metrics (
    client text not null, device_reference text not null, payload_type text not null, day date not null, "group" text not null,
    device_user_reference text not null, payloads bigint not null, first_occurrence timestamptz(3) not null,
    last_occurrence timestamptz(3) not null, updated_at timestamptz(3) not null,
    primary key (client, device_reference, payload_type, day, "group", device_user_reference))`,
  ...rowLevelSecurity('payload_metrics'),
  `insert into app.payload_metrics
    select client, device_reference, payload_type, (payload_time at time zone 'UTC')::date, "group",
      coalesce(device_user_reference, ''), count(*), min(payload_time), max(payload_time), max(registered_at)
    from app.payloads group by 1, 2, 3, 4, 5, 6`,
  'create index payload_metrics_of_people on app.payload_metrics (client, device_user_reference, day)',
]
