/** Indexes for `POST /verify` of a handset that does not name its account (modules/devices/possible-accounts.ts). */
export const handsetsWithoutAccount: readonly string[] = [
  'create index devices_of_reference on app.devices (device_reference)',
  'create index device_users_of_reference on app.device_users (device_user_reference)',
]
