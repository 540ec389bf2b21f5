import { rowLevelSecurity } from './0001-foundation.ts'

/** What system roles of existing accounts get, like those of new ones (packages/access/src/system-roles.ts). */
const permit = (action: string, roles: string): string => {
  const permission = `'[{"actions_matching": "${action}"}]'::jsonb`
  return `update app.roles set permissions = permissions || ${permission}
    where is_system and role_reference in (${roles}) and not permissions @> ${permission}`
}
const everyScope = `'{"ops_read": true, "ops_write": true, "sec_read": true, "sec_write": true}'`
const operations = `'{"ops_read": true, "ops_write": true, "sec_read": false, "sec_write": false}'`

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
  'create index alerts_last_of_key on app.alerts (client, alert_key, last_occurrence)',
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
  // Written like the conditions of the queries that look for devices with such recordings.
  `create index payloads_late_missing on app.payloads (client, device_reference) where is_late and payload_state = 'Recorded'`,
  `create index payloads_unopened on app.payloads (client, device_reference, payload_state)
    where payload_state in ('Failed', 'Quarantined')`,
  permit('licences:*', "'Account Administrator', 'Internal Administrator'"),
  permit('licences:read', "'Device Manager'"),
  `update app.roles set alert_permissions = ${everyScope}
    where is_system and role_reference in ('Account Administrator', 'Compliance Officer', 'Internal Administrator')`,
  `update app.roles set alert_permissions = ${operations}
    where is_system and role_reference in ('Device Manager', 'Internal Support')`,
  'update app.access_versions set version = version + 1',
]
