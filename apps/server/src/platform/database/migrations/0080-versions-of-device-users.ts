/** Device users are changed in the portal: each change increments the version. Servers of an earlier version only add device users. */
export const versionsOfDeviceUsers: readonly string[] = [
  'alter table app.device_users add column version integer not null default 1',
]
