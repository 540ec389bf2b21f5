import { rowLevelSecurity } from './0001-foundation.ts'

/** Comments on recordings, and their text before each change. Nothing is deleted: see `is_closed`. */
export const comments: readonly string[] = [
  `create table app.comments (
    client text not null, comment_id text not null, payload_reference text not null, payload_type text not null, "group" text not null,
    comment_body text not null, comment_duration double precision, raised_by text not null,
    is_closed boolean not null default false, closed_by text, closed_at timestamptz(3),
    created_at timestamptz(3) not null, updated_at timestamptz(3) not null, updated_by text not null, version integer not null default 1,
    primary key (client, comment_id),
    foreign key (client, payload_reference) references app.payloads (client, payload_reference))`,
  'create index on app.comments (client, payload_reference, comment_id)',
  `create table app.comment_versions (
    client text not null, comment_id text not null, version integer not null, comment_body text not null,
    comment_duration double precision, updated_at timestamptz(3) not null, updated_by text not null,
    primary key (client, comment_id, version),
    foreign key (client, comment_id) references app.comments (client, comment_id))`,
  ...rowLevelSecurity('comments'),
  ...rowLevelSecurity('comment_versions'),
]
