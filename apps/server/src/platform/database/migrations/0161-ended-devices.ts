/** An active hold on one of several people or groups. */
const held = (target_type: 'DeviceUser' | 'Group', targets: string): string =>
  `exists (select from app.legal_holds h where h.client = own and h.is_active and h.target_type = '${target_type}'
    and h.target in (${targets}))`

const some = (table: string, of: string): string =>
  `exists (select from app.${table} x where x.client = own and x.${of})`

/** Each reason for which a row is kept, as a row of its own. */
const reasons = (of: Readonly<Record<string, string>>): string =>
  Object.entries(of)
    .map(([reason, isKept]) => `('${reason}', ${isKept})`)
    .join(',\n      ')

const keptDevices = `
  create function app.kept_devices(wanted text[]) returns table (reference text, reason text)
  language plpgsql stable set search_path = pg_catalog as $$
  declare own text := current_setting('app.client');
  begin
    return query select d.device_reference, kept.reason from app.devices d cross join lateral (values
      ${reasons({
        on_hold: `${held(
          'DeviceUser',
          `select d.device_user_reference union all select f.device_user_reference
          from app.former_holders f where f.client = own and f.device_reference = d.device_reference`,
        )}
          or ${held(
            'Group',
            `select d."group" union all select f."group" from app.former_holders f
            where f.client = own and f.device_reference = d.device_reference
          union all select unnest(array[c."group", c.group_before]) from app.device_changes c
            where c.client = own and c.device_reference = d.device_reference`,
          )}`,
        recordings: some('payloads', 'device_reference = d.device_reference'),
        activities: some('device_activities', 'device_reference = d.device_reference'),
        commands: some('device_commands', 'device_reference = d.device_reference'),
        positions: some('gps', 'device_reference = d.device_reference'),
      })}) as kept (reason, is_kept)
    where d.client = own and d.device_reference = any(wanted) and kept.is_kept;
  end $$`

/** Activities have no index of people: they are looked for on the devices that a person had. */
const keptDeviceUsers = `
  create function app.kept_device_users(wanted text[]) returns table (reference text, reason text)
  language plpgsql stable set search_path = pg_catalog as $$
  declare own text := current_setting('app.client');
  begin
    return query select p.device_user_reference, kept.reason from app.device_users p cross join lateral (values
      ${reasons({
        on_hold: `${held('DeviceUser', 'p.device_user_reference')}
          or ${held(
            'Group',
            `select p."group" union all select unnest(p.former_groups) union all select f."group" from app.former_holders f
            where f.client = own and f.device_user_reference = p.device_user_reference
          union all select d."group" from app.devices d
            where d.client = own and d.device_user_reference = p.device_user_reference`,
          )}`,
        devices: some('devices', 'device_user_reference = p.device_user_reference and not x.is_deactivated'),
        recordings: some('payloads', 'device_user_reference = p.device_user_reference'),
        activities: `exists (select from app.device_activities a where a.client = own
          and a.device_user_reference = p.device_user_reference and a.device_reference in (
            select d.device_reference from app.devices d
              where d.client = own and d.device_user_reference = p.device_user_reference
            union all select f.device_reference from app.former_holders f
              where f.client = own and f.device_user_reference = p.device_user_reference))`,
        positions: some('gps', 'device_user_reference = p.device_user_reference'),
      })}) as kept (reason, is_kept)
    where p.client = own and p.device_user_reference = any(wanted) and kept.is_kept;
  end $$`

/** Removes rows of devices, up to a number, and says which devices have none left. */
const removeSome = (table: string, key: string): string => `
    delete from app.${table} where client = own and ${key} in (
      select x.${key} from app.${table} x where x.client = own and x.device_reference = any(ready) limit at_most);
    ready := array(select r from unnest(ready) r
      where not exists (select from app.${table} x where x.client = own and x.device_reference = r));`

const endDevices = `
  create function app.end_devices(wanted text[], at_most bigint) returns setof text language plpgsql security definer
  set search_path = pg_catalog as $$
  declare
    own text := current_setting('app.client');
    ready text[];
  begin
    perform from app.hold_epochs where client = own for share;
    perform from app.devices where client = own and device_reference = any(wanted) order by device_reference for update;
    ready := array(select d.device_reference from app.devices d
      where d.client = own and d.device_reference = any(wanted) and d.is_deactivated and d.removed_at is not null
        and d.destroyed_at is null and d.device_reference not in (select k.reference from app.kept_devices(wanted) k)
      order by d.device_reference);
    ${removeSome('device_logs', 'log_id')}
    ${removeSome('device_telemetry', 'telemetry_id')}
    delete from app.latest_telemetry where client = own and device_reference = any(ready);
    delete from app.phone_number_periods where client = own and device_reference = any(ready);
    delete from app.device_changes where client = own and device_reference = any(ready);
    update app.devices set services = '{}', imeis = '{}', email = null, first_name = null, surname = null,
      phone_numbers = '[]', former_phone_numbers = '[]', legacy_phone_number = null, device_info = '{}',
      installation_id = null, install_state = null, last_seen = null, activated_at = null, blocked_reason = null,
      deactivation_reason = null, shared_serial_since = null, shared_serial_reason = null,
      destroyed_at = now(), updated_at = now(), updated_by = 'system'
    where client = own and device_reference = any(ready);
    return query select unnest(ready);
  end $$`

/** The name and address of a person in the history of a device while it was theirs: the values after its changes, and before the next. */
const withoutNames = (column: 'before' | 'after', begin: '<' | '<=', end: '<' | '<='): string => `
    update app.device_changes c set ${column} = '{}' from (
      select f.device_reference, f.held_since, f.held_until from app.former_holders f
        where f.client = own and f.device_user_reference = any(ready)
      union all select d.device_reference, d.held_since, null from app.devices d
        where d.client = own and d.device_user_reference = any(ready)) held
    where c.client = own and c.device_reference = held.device_reference and c.field in ('email', 'first_name', 'surname')
      and (held.held_since is null or held.held_since ${begin} c.changed_at)
      and (held.held_until is null or c.changed_at ${end} held.held_until);`

const endDeviceUsers = `
  create function app.end_device_users(wanted text[]) returns setof text language plpgsql security definer
  set search_path = pg_catalog as $$
  declare
    own text := current_setting('app.client');
    ready text[];
  begin
    perform from app.hold_epochs where client = own for share;
    perform from app.device_users where client = own and device_user_reference = any(wanted)
      order by device_user_reference for update;
    ready := array(select p.device_user_reference from app.device_users p
      where p.client = own and p.device_user_reference = any(wanted) and not p.is_active and p.destroyed_at is null
        and p.device_user_reference not in (select k.reference from app.kept_device_users(wanted) k)
      order by p.device_user_reference);
    ${withoutNames('after', '<=', '<')}
    ${withoutNames('before', '<', '<=')}
    delete from app.personal_numbers where client = own and device_user_reference = any(ready);
    delete from app.one_time_codes where client = own and device_user_reference = any(ready);
    update app.devices set email = null, first_name = null, surname = null
      where client = own and device_user_reference = any(ready);
    update app.device_users set services = '{}', expected_device_count = 0, email = '', first_name = '', surname = '',
      former_groups = '{}', destroyed_at = now(), updated_at = now(), updated_by = 'system', version = version + 1
    where client = own and device_user_reference = any(ready);
    return query select unnest(ready);
  end $$`

/** Groups in which people were before this column, as the trail has them. */
const fillFormerGroups = `
  update app.device_users p set former_groups = earlier.groups
  from (
    select known.client, known.device_user_reference, array_agg(distinct told #>> '{}' order by told #>> '{}') as groups
    from (
      select client, details ->> 'device_user_reference' as device_user_reference, details
      from app.user_activities cross join lateral jsonb_path_query(events,
        '$[*] ? (@.event starts with "device_user.").details ? (exists (@.device_user_reference))') details) known
      join app.device_users u on u.client = known.client and u.device_user_reference = known.device_user_reference
      cross join lateral jsonb_path_query(known.details, '$.*.group') told
    where jsonb_typeof(told) = 'string' and told #>> '{}' <> u."group"
    group by known.client, known.device_user_reference) earlier
  where p.client = earlier.client and p.device_user_reference = earlier.device_user_reference`

const functions = ['kept_devices', 'kept_device_users', 'end_devices', 'end_device_users']

/**
 * Ends devices and device users by retention (docs/decisions/0102). Their rows stay with references, so that everything that names them
 * goes on to work. `kept_…` says why one is kept, and `end_…` asks it under the lock of holds, so that no caller can leave that out.
 */
export const endedDevices: readonly string[] = [
  'alter table app.devices add column destroyed_at timestamptz(3)',
  'alter table app.device_users add column destroyed_at timestamptz(3)',
  `alter table app.device_users add column former_groups text[] not null default '{}'`,
  fillFormerGroups,
  `create index devices_ended on app.devices (client, coalesce(deactivation_date, updated_at), device_reference)
    where is_deactivated and destroyed_at is null`,
  `create index device_users_ended on app.device_users (client, coalesce(offboard_date, updated_at), device_user_reference)
    where not is_active and destroyed_at is null`,
  keptDevices,
  keptDeviceUsers,
  endDevices,
  endDeviceUsers,
  ...functions.flatMap((name) => [
    `revoke all on function app.${name} from public`,
    `grant execute on function app.${name} to holdfast_app`,
  ]),
]
