import { rowLevelSecurity } from './0001-foundation.ts'

/**
 * What is made from a recording to look at or listen to, sealed under the recording's own data key. Small parts are in
 * `sealed`, others are the object at `s3_path`. A row with a `failure` has neither.
 */
export const derivedMedia: readonly string[] = [
  `create table app.derived_media (
    client text not null, payload_reference text not null, part text not null,
    content_type text, iv text, size bigint, sealed bytea, s3_path text, failure text, made_at timestamptz(3) not null,
    primary key (client, payload_reference, part),
    foreign key (client, payload_reference) references app.payloads (client, payload_reference))`,
  // Not compressed: sealed bytes look like random ones.
  'alter table app.derived_media alter column sealed set storage external',
  ...rowLevelSecurity('derived_media'),
]
