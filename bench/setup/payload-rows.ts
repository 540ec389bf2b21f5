import type pg from 'pg'
import { client } from './installation.ts'

/** The groups of the account. The last two hold 20 payloads each; the others share the rest unevenly. */
export const groupCount = 200
export const sparseGroups = ['Group 198', 'Group 199']
const payloadsOfSparseGroup = 20
const devices = 2_000

/**
 * SQL for a number from 0 to below 1 that depends only on the row and the purpose, so that every run has the same rows.
 */
const chance = (seed: number): string => `((hashint8extended(i, ${seed}) & 2147483647)::double precision / 2147483648)`

export const groupRows = `
  insert into app.groups (client, group_reference, tags, created_at, updated_at, updated_by)
  select '${client}', 'Group ' || lpad(i::text, 3, '0'), '[]', now(), now(), 'bench'
  from generate_series(0, ${groupCount - 1}) i`

const randomValues = (rows: number): string => `
  select i, ${chance(1)} as type_draw, ${chance(2)} as state_draw, ${chance(4)} as meta_draw,
    case when i <= ${2 * payloadsOfSparseGroup} then 198 + i % 2
      else floor(198 * ${chance(3)} * ${chance(3)})::int end as group_number,
    date_trunc('milliseconds', now() - ((i - 1) * (interval '3 years' / ${rows})) - ${chance(5)} * interval '1 minute') as at
  from generate_series(1::bigint, ${rows}::bigint) i`

const derivedValues = (rows: number): string => `
  select i, at, meta_draw, 'Group ' || lpad(group_number::text, 3, '0') as group_reference,
    '0' || upper(lpad(to_hex((extract(epoch from at) * 1000)::bigint), 11, '0') || substr(md5(i::text), 1, 14)) as reference,
    'SN' || lpad((group_number * 10 + i % 10)::text, 8, '0') as device, i % ${devices} as device_number,
    '+4420' || lpad((floor(meta_draw * 100000))::text, 8, '0') as number,
    case when type_draw < .45 then 'Call' when type_draw < .75 then 'SMS' when type_draw < .8 then 'MMS'
      when type_draw < .85 then 'RCS' when type_draw < .9 then 'Photo' when type_draw < .93 then 'Interview'
      when type_draw < .96 then 'Video' when type_draw < .97 then 'AR' when type_draw < .98 then 'AbortedCall'
      when type_draw < .99 then 'BlockedCall' else 'Diagnostics' end as payload_type,
    case when state_draw < .97 then 'Processed' when state_draw < .98 then 'Recorded' when state_draw < .99 then 'Uploaded'
      when state_draw < .995 then 'Failed' when state_draw < .997 then 'Quarantined' else 'Deleted' end as payload_state
  from (${randomValues(rows)}) random_values`

const meta = `
  case when payload_type in ('SMS', 'MMS', 'RCS') then jsonb_build_object(
    'message_parties', jsonb_build_array(
      jsonb_build_object('phone_number', number, 'name', 'Counterparty ' || i % 5000, 'role', 'from'),
      jsonb_build_object('phone_number', '+442079460000', 'role', 'to')),
    'direction', 'I', 'length', 40 + i % 100, 'thread_id', md5(number), 'timezone', 'Europe/London',
    'local_time', to_char(at, 'YYYY-MM-DD"T"HH24:MI:SS'), 'content_type', 'application/json')
  else jsonb_build_object(
    'direction', 'O', 'duration', 20 + i % 600, 'full_duration', (20 + i % 600) * 1000, 'voice_source', 'MIC',
    'signal_strength', -70, 'size', 30000 + i % 90000, 'timezone', 'Europe/London',
    'local_time', to_char(at, 'YYYY-MM-DD"T"HH24:MI:SS'), 'content_type', 'audio/mp4',
    'carrier', jsonb_build_object('carrier_name', 'Example Mobile', 'carrier_code', '23430', 'is_roaming', false),
    'second_parties', jsonb_build_array(jsonb_build_object('phone_number', number, 'name', 'Counterparty ' || i % 5000)))
  end`

const payloadRows = (rows: number): string => `
  insert into app.payloads (client, payload_reference, payload_type, payload_state, "group", device_reference,
    device_user_reference, device_ip, sequence, key_id, encrypted_dek, iv, checksum, size, s3_path, meta, media, numbers,
    is_legacy, is_late, is_personal_number, payload_time, registered_at, uploaded_at, processed_at, updated_at, updated_by)
  select '${client}', reference, payload_type, payload_state, group_reference, device, 'user-' || device_number, '10.1.2.3',
    i, 'bench-key', md5(i::text) || md5(i::text || 'k') || md5(i::text || 'l'), substr(md5(i::text || 'i'), 1, 16),
    md5(i::text || 'a') || md5(i::text || 'b'), 1000 + i % 100000, '${client}/' || reference, ${meta},
    case when payload_state = 'Processed' then jsonb_build_object('content_type', 'audio/mp4', 'size', 1000 + i % 100000,
      'duration_ms', 20000, 'width', null, 'height', null, 'channels', 1, 'sample_rate', 16000) end,
    array[number], false, i % 500 = 0, false, at, at + interval '1 minute',
    case when payload_state <> 'Recorded' then at + interval '2 minutes' end,
    case when payload_state = 'Processed' then at + interval '3 minutes' end, at + interval '3 minutes', 'system'
  from (${derivedValues(rows)}) derived_values`

const numberRows = `
  insert into app.payload_numbers (client, number, payload_time, payload_reference, "group", payload_type)
  select client, numbers[1], payload_time, payload_reference, "group", payload_type from app.payloads`

const conversationRows = `
  insert into app.conversations (client, device_reference, thread_id, "group", payload_type, device_user_reference, messages,
    numbers, first_time, last_time, last_payload_reference)
  select client, device_reference, thread_id, "group", payload_type, device_user_reference, count(*), array_agg(distinct numbers[1]),
    min(payload_time), max(payload_time), (array_agg(payload_reference order by payload_time desc, payload_reference desc))[1]
  from app.payloads where thread_id is not null
  group by client, device_reference, thread_id, "group", payload_type, device_user_reference`

/** Two custody events for each payload: as in production, custody is the longest table. */
const custodyRows = `
  insert into app.custody_events (client, event_id, payload_reference, event, occurred_at, actor_kind, actor, details)
  select client, overlay(payload_reference placing step from 26), payload_reference, event, registered_at, 'device',
    device_reference, '{"to":"Recorded","sequence":1,"payload_type":"Call"}'
  from app.payloads cross join (values ('X', 'payload.registered'), ('Y', 'payload.processed')) as steps (step, event)`

/** In the order of their days, as they are made. */
const counterRows = `
  insert into app.payload_counters (client, "group", payload_type, payload_state, day, slot, payloads)
  select client, "group", payload_type, payload_state, coalesce((payload_time at time zone 'UTC')::date, '-infinity'), 0, count(*)
  from app.payloads
  group by grouping sets (
    (client, "group", payload_type, payload_state, (payload_time at time zone 'UTC')::date),
    (client, "group", payload_type, payload_state))
  order by 5`

const filledTables = ['payloads', 'payload_numbers', 'conversations', 'custody_events'] as const

const historyRows = [numberRows, conversationRows, custodyRows]

/**
 * Fills the account with payloads and everything that belongs to them, with one statement for each table.
 * @param hasHistory false leaves out what only finding, conversations and custody read, which takes most of the time
 */
export const fillPayloads = async (owner: pg.Client, rows: number, hasHistory = true): Promise<void> => {
  await owner.query(groupRows)
  if (rows > 0) {
    // The generated rows are known to be consistent, and building an index at the end is faster than extending it by
    // row.
    await owner.query(
      `set session_replication_role = replica; set maintenance_work_mem = '1GB'; set work_mem = '256MB'`,
    )
    const indexes = await dropIndexes(owner)
    const history = hasHistory ? historyRows : []
    for (const statement of [payloadRows(rows), ...history, counterRows]) await owner.query(statement)
    for (const index of indexes) await owner.query(index)
    await owner.query('reset session_replication_role')
  }
  // An empty account is not analysed: the statistics would say that its tables are empty, and plans cached then would
  // later read whole tables. A new installation has no such statistics.
  if (rows > 0) await owner.query('vacuum (analyze)')
  await owner.query('checkpoint')
}

/** Drops the indexes that are not constraints, and returns the statements that create them again. */
const dropIndexes = async (owner: pg.Client): Promise<string[]> => {
  const { rows } = await owner.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index where indrelid = any($1::regclass[])
       and not exists (select from pg_constraint where conindid = indexrelid)`,
    [filledTables.map((table) => `app.${table}`)],
  )
  for (const { name } of rows) await owner.query(`drop index ${name}`)
  return rows.map(({ definition }) => definition)
}
