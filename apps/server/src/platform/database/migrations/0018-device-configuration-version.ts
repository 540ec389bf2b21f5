/** So that nobody overwrites unseen what somebody else has set for all devices. */
export const deviceConfigurationVersion: readonly string[] = [
  'alter table app.device_configurations add column version integer not null default 1',
]
