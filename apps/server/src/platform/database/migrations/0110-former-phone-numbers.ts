/**
 * Separates the phone numbers of former holders of a device from those of its present holder, who must not see them. A number that was last verified
 * before the device was handed over belongs to a former holder.
 */
export const formerPhoneNumbers: readonly string[] = [
  "alter table app.devices add column former_phone_numbers jsonb not null default '[]'",
  `with handed_over as (
      select device.client, device.device_reference, device.held_since,
        jsonb_agg(number) filter (where (number ->> 'last_verified')::timestamptz >= device.held_since) as present,
        jsonb_agg(number || jsonb_build_object('held_until', to_char(device.held_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
          filter (where (number ->> 'last_verified')::timestamptz < device.held_since) as former
      from app.devices device cross join lateral jsonb_array_elements(device.phone_numbers) number
      where exists (select from app.former_holders holder
        where holder.client = device.client and holder.device_reference = device.device_reference
          and holder.held_until = device.held_since and holder.device_user_reference <> device.device_user_reference)
      group by device.client, device.device_reference, device.held_since
    )
    update app.devices device set phone_numbers = coalesce(handed_over.present, '[]'), former_phone_numbers = handed_over.former
    from handed_over
    where device.client = handed_over.client and device.device_reference = handed_over.device_reference and handed_over.former is not null`,
]
