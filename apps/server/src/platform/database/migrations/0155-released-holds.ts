/**
 * Removes the rows of holds that were released, after the retention of LegalHoldData. The application's role cannot delete holds. A hold
 * that is active stays, and so does a released one on something that another hold keeps.
 */
export const releasedHolds: readonly string[] = [
  'create index legal_holds_released on app.legal_holds (client, released_at, hold_id) where not is_active',
  `create function app.remove_released_holds(account text, holds text[]) returns bigint
    language sql security definer set search_path = pg_catalog as $$
    with removed as (
      delete from app.legal_holds released
      where released.client = account and released.client = current_setting('app.client', true)
        and released.hold_id = any(holds) and not released.is_active
        and not exists (select from app.legal_holds held where held.client = account and held.is_active
          and held.target_type = released.target_type and held.target = released.target)
      returning released.hold_id)
    select count(*) from removed $$`,
  'revoke all on function app.remove_released_holds from public',
  'grant execute on function app.remove_released_holds to holdfast_app',
]
