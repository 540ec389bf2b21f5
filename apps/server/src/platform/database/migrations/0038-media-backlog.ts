import { rowLevelSecurity } from './0001-foundation.ts'

/**
 * Recordings whose parts wait to be made, by account, and by the `kind` of job that makes them (docs/decisions/0027). Like jobs, the
 * rows reference no recording: one that is gone is passed over.
 */
export const mediaBacklog: readonly string[] = [
  `create table app.media_backlog (
    client text not null, kind text not null, payload_reference text not null, queued_at timestamptz(3) not null,
    primary key (client, kind, payload_reference))`,
  'create index media_backlog_by_time on app.media_backlog (client, kind, queued_at, payload_reference)',
  ...rowLevelSecurity('media_backlog'),
]
