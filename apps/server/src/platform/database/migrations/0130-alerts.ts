import { rowLevelSecurity } from './0001-foundation.ts'

/**
 * Alerts: a row for each episode, from Triggered to Cleared. While one is Triggered, no other can have its key. Occurrences have
 * places: 1 to 100 are the first, 101 to 200 the last, of which the oldest is overwritten.
 */
export const alerts: readonly string[] = [
  `create table app.alerts (
    client text not null, alert_reference text not null, alert_key text not null, condition text not null,
    alert_type text not null, alert_scope text not null, alert_severity text not null, alert_key_type text not null,
    alert_targets text[] not null, alert_subject text not null, alert_message text not null, condition_values jsonb not null,
    alert_state text not null, "group" text, expires_after timestamptz(3), quiet_since timestamptz(3), cleared_reason text,
    cleared_at timestamptz(3), api_action text, first_occurrence timestamptz(3) not null, last_occurrence timestamptz(3) not null,
    related_entities jsonb not null, related_entity_string text, occurrence_count integer not null default 1,
    dismissed_by text[] not null default '{}', acknowledged_by text, acknowledged_at timestamptz(3),
    silenced_until timestamptz(3), updated_at timestamptz(3) not null, updated_by text,
    primary key (client, alert_reference))`,
  ...rowLevelSecurity('alerts'),
  `create unique index alerts_key on app.alerts (client, alert_key) where alert_state = 'Triggered'`,
  'create index alerts_last on app.alerts (client, last_occurrence, alert_reference)',
  'create index alerts_first on app.alerts (client, first_occurrence, alert_reference)',
  `create index alerts_of_provider on app.alerts (client, last_occurrence, alert_reference)
    where alert_targets @> '{admin}'::text[]`,
  `create index alerts_triggered on app.alerts (client, alert_scope, alert_severity, "group")
    where alert_state = 'Triggered'`,
  `create index alerts_ending on app.alerts (client, expires_after)
    where alert_state = 'Triggered' and expires_after is not null`,
  `create table app.alert_occurrences (
    client text not null, alert_reference text not null, place integer not null, number integer not null,
    time timestamptz(3) not null, message text not null,
    primary key (client, alert_reference, place),
    foreign key (client, alert_reference) references app.alerts (client, alert_reference) on delete cascade)`,
  ...rowLevelSecurity('alert_occurrences'),
]
