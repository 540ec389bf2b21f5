/** Prevents overwriting somebody else's settings unseen. */
export const deviceConfigurationVersion: readonly string[] = [
  'alter table app.device_configurations add column version integer not null default 1',
]
