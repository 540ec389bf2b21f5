import type pg from 'pg'
import { client } from './installation.ts'
import { groupCount, groupRows } from './payload-rows.ts'

const group = `'Group ' || lpad((i % ${groupCount})::text, 3, '0')`
const services = `'{calls,sms}'::text[]`

/** People with a device each, in 200 groups. */
export const fillDevices = async (owner: pg.Client, rows: number): Promise<void> => {
  const numbered = `generate_series(1, ${rows}) i`
  for (const statement of [
    groupRows,
    `insert into app.device_users (client, device_user_reference, "group", services, expected_device_count, email, first_name, surname,
        is_active, onboard_date, is_legacy, created_at, updated_at, updated_by)
      select '${client}', 'person-' || lpad(i::text, 6, '0'), ${group}, ${services}, 1, 'person-' || i || '@example.com', 'First ' || i,
        'Surname ' || i % 5000, true, now(), false, now(), now(), 'bench' from ${numbered}`,
    `insert into app.devices (client, device_reference, device_user_reference, "group", services, imeis, first_name, surname,
        phone_numbers, device_info, last_seen, activated_at, is_deactivated, is_legacy, next_sequence, created_at, updated_at, updated_by)
      select '${client}', 'SN' || lpad(i::text, 8, '0'), 'person-' || lpad(i::text, 6, '0'), ${group}, ${services},
        array['35' || lpad(i::text, 13, '0')], 'First ' || i, 'Surname ' || i % 5000,
        jsonb_build_array(jsonb_build_object('phone_number', '+4477' || lpad(i::text, 8, '0'), 'slot_index', 0,
          'first_verified', '2026-01-05T08:00:00.000Z', 'last_verified', '2026-11-05T08:00:00.000Z')),
        jsonb_build_object('model', 'Galaxy S24', 'os_version', '15', 'app_version', '4.2.0', 'serial_number', 'SN' || lpad(i::text, 8, '0')),
        now(), now(), false, false, 1, now(), now(), 'bench' from ${numbered}`,
    'analyze app.devices, app.device_users, app.groups',
  ]) {
    await owner.query(statement)
  }
}
