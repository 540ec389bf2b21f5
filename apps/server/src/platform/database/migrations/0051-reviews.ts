import { rowLevelSecurity } from './0001-foundation.ts'

/**
 * Who reviewed each recording (docs/decisions/0045). Marks are evidence: the server can insert rows, but not change or delete them. The
 * latest mark also stands on the recording, for lists and their filters. `review_counters` counts marks by UTC day. Without
 * `dispositions`, an account has the default ones.
 */
export const reviews: readonly string[] = [
  `create table app.review_marks (
    client text not null, payload_reference text not null, mark_reference text not null,
    reviewed_by text not null, reviewed_at timestamptz(3) not null, disposition text not null, note text,
    primary key (client, payload_reference, mark_reference),
    foreign key (client, payload_reference) references app.payloads (client, payload_reference))`,
  ...rowLevelSecurity('review_marks'),
  'revoke update, delete on app.review_marks from holdfast_app',
  `create table app.review_counters (
    client text not null, day date not null, "group" text not null, payload_type text not null, reviewed_by text not null,
    disposition text not null, marks integer not null,
    primary key (client, day, "group", payload_type, reviewed_by, disposition))`,
  ...rowLevelSecurity('review_counters'),
  'alter table app.payloads add column reviewed_at timestamptz(3), add column reviewed_by text, add column disposition text',
  `create index payloads_reviewed on app.payloads
    (client, "group", payload_type, payload_time desc, payload_reference desc) where reviewed_at is not null`,
  'alter table app.account_settings add column dispositions jsonb',
]
