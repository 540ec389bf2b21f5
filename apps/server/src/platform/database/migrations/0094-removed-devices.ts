/**
 * Devices that a person removed stay as rows, because recordings, positions and histories name them. And devices of which two handsets
 * may have the serial number, until a person dismisses it. Both are few.
 */
export const removedDevices: readonly string[] = [
  `alter table app.devices add column removed_at timestamptz(3), add column removed_by text,
    add column shared_serial_since timestamptz(3), add column shared_serial_reason text,
    add column shared_serial_dismissed_at timestamptz(3)`,
  'create index devices_removed on app.devices (client, device_reference) where removed_at is not null',
  'create index devices_shared_serial on app.devices (client, device_reference) where shared_serial_since is not null',
]
