import { rowLevelSecurity } from './0001-foundation.ts'

/** Known damage of stored recordings, and the progress of the sweeps that look for it (modules/store-sweeps). */
export const damageAtRest: readonly string[] = [
  'alter table app.payloads add column damaged_at timestamptz(3)',
  'create index payloads_damaged on app.payloads (client, payload_reference) where damaged_at is not null',
  `create table app.store_sweeps (
    client text not null, scope text not null, place text not null, begun_at timestamptz(3) not null,
    completed_at timestamptz(3), last_completed_at timestamptz(3),
    primary key (client, scope))`,
  ...rowLevelSecurity('store_sweeps'),
  `create table app.objects_without_rows (
    client text not null, object_key text not null, bytes bigint not null, first_seen_at timestamptz(3) not null,
    last_seen_at timestamptz(3) not null, removed_at timestamptz(3),
    primary key (client, object_key))`,
  ...rowLevelSecurity('objects_without_rows'),
]
