import { rowLevelSecurity } from './0001-foundation.ts'

/** How people want to be notified of single kinds (docs/decisions/0051). Without a row: in the portal. */
export const notificationSettings: readonly string[] = [
  `create table app.notification_settings (
    client text not null, user_reference text not null, kind text not null, delivery text not null, updated_at timestamptz(3) not null,
    primary key (client, user_reference, kind))`,
  ...rowLevelSecurity('notification_settings'),
]
