import { rowLevelSecurity } from './0001-foundation.ts'

const tables = {
  // Of which alerts a person is notified, and when e-mails about them are sent; no row: as by default.
  alert_preferences: `
    client text not null, user_reference text not null, alert_types text[], alert_severities text[] not null, groups text[],
    email_frequency text not null, quiet_from text, quiet_until text, time_zone text not null,
    updated_at timestamptz(3) not null,
    primary key (client, user_reference)`,
  // Nobody is told of an alert twice in a channel. `client` is the account of the recipient, `alert_client` that of the alert.
  alert_tellings: `
    client text not null, alert_reference text not null, channel text not null, recipient text not null,
    alert_client text not null, condition text not null, alert_scope text not null, alert_severity text not null,
    told_at timestamptz(3) not null, email_state text, due_at timestamptz(3), email_reference text,
    primary key (client, alert_reference, channel, recipient)`,
  // When an e-mail about alerts was last begun for a person. The row is locked while the next one is put together.
  alert_email_times: `
    client text not null, recipient text not null, last_email_at timestamptz(3),
    primary key (client, recipient)`,
} as const

/** Telling people of alerts: what they choose, who was told of what, and which addresses refused an e-mail. */
export const tellingOfAlerts: readonly string[] = [
  ...Object.entries(tables).flatMap(([table, columns]) => [
    `create table app.${table} (${columns})`,
    ...rowLevelSecurity(table),
  ]),
  `create index alert_tellings_due on app.alert_tellings (client, due_at) where email_state = 'waiting'`,
  `create index alert_tellings_email on app.alert_tellings (client, email_reference) where email_reference is not null`,
  'create index alert_tellings_told on app.alert_tellings (client, told_at)',
  'alter table app.notifications add column alert_client text, add column condition text, add column condition_values jsonb',
  'alter table app.portal_users add column email_failed_at timestamptz(3)',
]
