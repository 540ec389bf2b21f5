import { rowLevelSecurity } from './0001-foundation.ts'

/**
 * What happened that concerns single people (docs/decisions/0051). A row names references, and of a review queue its name; what the reader may see of
 * it is decided when it is read. Old rows are removed by a job.
 */
export const notifications: readonly string[] = [
  `create table app.notifications (
    client text not null, recipient text not null, notification_reference text not null, kind text not null,
    payload_reference text, reference text, name text, items integer, caused_by text,
    occurred_at timestamptz(3) not null, read_at timestamptz(3),
    primary key (client, recipient, notification_reference))`,
  `create index on app.notifications (client, recipient, notification_reference) where read_at is null`,
  'create index on app.notifications (client, notification_reference)',
  ...rowLevelSecurity('notifications'),
]
