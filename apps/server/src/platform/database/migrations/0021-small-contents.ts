import { rowLevelSecurity } from './0001-foundation.ts'

/** Sealed contents that are too small for an object, and the messages that are processed together (docs/decisions/0025). */
export const smallContents: readonly string[] = [
  `create table app.payload_contents (
    client text not null, payload_reference text not null, part text not null, place smallint not null, sealed bytea not null,
    primary key (client, payload_reference, part, place),
    foreign key (client, payload_reference) references app.payloads (client, payload_reference))`,
  // Not compressed: sealed bytes look like random ones.
  'alter table app.payload_contents alter column sealed set storage external',
  ...rowLevelSecurity('payload_contents'),
  'alter table app.payloads add column is_content_in_table boolean not null default false',
  `create table app.message_batches (
    client text not null, batch_id text not null, payload_references text[] not null, is_under_way boolean not null,
    claimed_at timestamptz(3) not null,
    primary key (client, batch_id))`,
  ...rowLevelSecurity('message_batches'),
]
