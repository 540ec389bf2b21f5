/**
 * Personal numbers are kept for ever, with why they were removed; only their group changes, with that of the person (docs/decisions/0058).
 * Servers of an earlier version read them alone.
 */
export const removedPersonalNumbers: readonly string[] = [
  'alter table app.personal_numbers add column deleted_reason text',
  'revoke update, delete on app.personal_numbers from holdfast_app',
  'grant update ("group", is_active, deleted_at, deleted_by, deleted_reason) on app.personal_numbers to holdfast_app',
  `update app.personal_numbers number set "group" = person."group" from app.device_users person
   where person.client = number.client and person.device_user_reference = number.device_user_reference
     and person."group" <> number."group"`,
]
