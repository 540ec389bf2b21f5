import { rowLevelSecurity } from './0001-foundation.ts'

/**
 * The numbers of each device that no recording has, between two that have arrived (docs/decisions/0064). A gap is named after the recording that
 * showed it or split it. Those that are known from before are found by comparing each recording with the one before.
 * Servers of an earlier version do not update gaps.
 */
export const sequenceGaps: readonly string[] = [
  `create table app.sequence_gaps (
    client text not null, gap_reference text not null, device_reference text not null, device_user_reference text,
    "group" text not null, first_missing bigint not null, last_missing bigint not null,
    missing bigint not null generated always as (last_missing - first_missing + 1) stored,
    before_time timestamptz(3), after_time timestamptz(3) not null, seen_since timestamptz(3) not null,
    closed_at timestamptz(3), reason text, explanation text, explained_at timestamptz(3), explained_by text,
    state text not null generated always as (
      case when closed_at is not null then 'closed' when reason is not null then 'explained' else 'open' end) stored,
    version integer not null default 1, updated_at timestamptz(3) not null, updated_by text,
    primary key (client, gap_reference))`,
  ...rowLevelSecurity('sequence_gaps'),
  'revoke delete on app.sequence_gaps from holdfast_app',
  'create index sequence_gaps_missing on app.sequence_gaps (client, device_reference, first_missing) where closed_at is null',
  'create index on app.sequence_gaps (client, after_time desc, gap_reference desc)',
  'create index on app.sequence_gaps (client, "group", after_time desc, gap_reference desc)',
  'create index on app.sequence_gaps (client, device_reference, after_time desc, gap_reference desc)',
  'create index on app.sequence_gaps (client, device_user_reference, after_time desc, gap_reference desc)',
  `insert into app.sequence_gaps (client, gap_reference, device_reference, device_user_reference, "group", first_missing, last_missing,
      before_time, after_time, seen_since, updated_at)
    select client, payload_reference, device_reference, device_user_reference, "group", coalesce(previous + 1, 0), sequence - 1,
      before_time, payload_time, registered_at, registered_at
    from (
      select client, payload_reference, device_reference, device_user_reference, "group", sequence, payload_time, registered_at,
        lag(sequence) over numbers as previous, lag(payload_time) over numbers as before_time
      from app.payloads window numbers as (partition by client, device_reference order by sequence)) payload
    where sequence > coalesce(previous + 1, 0)`,
]
