import {
  type DeviceTelemetry,
  fullStorageFreePercent,
  lowBatteryPercent,
  type TelemetryProblem,
} from '@holdfast/contract'

/** What is wrong with a device, as its report says. What it does not report is not counted against it. */
export const problemsOf = (telemetry: DeviceTelemetry): TelemetryProblem[] => {
  const { is_rooted, is_device_admin, permissions_denied = [] } = telemetry
  const found: Record<TelemetryProblem, boolean> = {
    rooted: is_rooted === true,
    not_device_admin: is_device_admin === false,
    permission_denied: permissions_denied.length > 0,
    storage_full: isStorageFull(telemetry),
    battery_low: isBatteryLow(telemetry),
  }
  return (Object.keys(found) as TelemetryProblem[]).filter((problem) => found[problem])
}

const isStorageFull = ({ storage_total, storage_free }: DeviceTelemetry): boolean =>
  typeof storage_total === 'number' &&
  typeof storage_free === 'number' &&
  storage_free < (storage_total * fullStorageFreePercent) / 100

const isBatteryLow = ({ battery_level_percent, battery_charging }: DeviceTelemetry): boolean =>
  typeof battery_level_percent === 'number' && battery_level_percent < lowBatteryPercent && battery_charging !== true
