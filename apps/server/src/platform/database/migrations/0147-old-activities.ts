/** What ends trails by retention: the application's role can only add to them. Holds on whose entries they are keep them. */
const remove = (name: string, table: string, isHeld: string, others = ''): string[] => [
  `create function app.remove_${name}(account text, log_ids text[]) returns bigint
    language sql security definer set search_path = pg_catalog as $$
    with removed as (
      delete from app.${table} entry
      where entry.client = account and entry.client = current_setting('app.client', true) and entry.log_id = any(log_ids)
        and not exists (select from app.legal_holds held where held.client = account and held.is_active and (${isHeld}))
      returning entry.log_id)${others}
    select count(*) from removed $$`,
  `revoke all on function app.remove_${name} from public`,
  `grant execute on function app.remove_${name} to holdfast_app`,
]

export const oldActivities: readonly string[] = [
  ...remove(
    'user_activities',
    'user_activities',
    `held.target_type = 'PortalUser' and held.target = entry.user_id`,
    `, about as (
      delete from app.activity_device_users about using removed
      where about.client = account and about.log_id = removed.log_id)`,
  ),
  ...remove(
    'device_activities',
    'device_activities',
    `(held.target_type = 'DeviceUser' and held.target = entry.device_user_reference)
      or (held.target_type = 'Group' and held.target = entry."group")`,
  ),
]
