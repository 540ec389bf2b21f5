import type pg from 'pg'
import { client } from './installation.ts'
import { groupRows, sparseGroups } from './payload-rows.ts'

/** A tenth of a percent of them are of each of the last two groups; one in 50 is Triggered, the others are Cleared. */
const alertRows = `
  insert into app.alerts (client, alert_reference, alert_key, condition, alert_type, alert_scope, alert_severity, alert_key_type,
    alert_targets, alert_subject, alert_message, condition_values, alert_state, "group", first_occurrence, last_occurrence,
    related_entities, related_entity_string, occurrence_count, dismissed_by, cleared_reason, cleared_at, updated_at)
  select $1, '01' || lpad(upper(to_hex(i)), 24, '0'), 'payload_failed:SN' || i, 'payload_failed', 'PayloadAlert',
    case when i % 3 = 0 then 'sec' else 'ops' end, (array['Low', 'Medium', 'High'])[1 + i % 10 / 4], 'Scoped',
    case when i % 2 = 0 then '{client,admin}'::text[] else '{client}' end, 'Recordings of a device do not open',
    'Recordings of SN' || i || ' do not open: key, tag or length are wrong.', jsonb_build_object('device', 'SN' || i),
    case when i % 50 = 0 then 'Triggered' else 'Cleared' end,
    case when i % 1000 < 2 then (array['${sparseGroups.join("','")}'])[1 + i % 1000]
      else 'Group ' || lpad(floor(198 * random() * random())::int::text, 3, '0') end,
    at - interval '1 hour', at,
    jsonb_build_array(jsonb_build_object('entity_id', 'SN' || i % 2000, 'entity_type', 'Device', 'entity_subtype', null,
      'api_link', '/devices/SN' || i % 2000, 'page_link', '/dashboard/devices/SN' || i % 2000)),
    'SN' || i % 2000, 1, '{}', case when i % 50 > 0 then 'ended' end, case when i % 50 > 0 then at end, at
  from (select i, date_trunc('milliseconds', now() - i * (interval '3 years' / $2)) as at
    from generate_series(1, $2::int) i) numbered`

/** Alerts of three years in 200 groups. */
export const fillAlerts = async (owner: pg.Client, rows: number): Promise<void> => {
  await owner.query(groupRows)
  await owner.query(`set session_replication_role = replica; set synchronous_commit = off`)
  await owner.query(alertRows, [client, rows])
  await owner.query('reset session_replication_role; reset synchronous_commit')
  await owner.query('vacuum (analyze) app.alerts')
  await owner.query('analyze app.groups')
  await owner.query('checkpoint')
}
