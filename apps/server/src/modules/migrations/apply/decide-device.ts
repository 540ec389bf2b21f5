import type { LegacyDevice } from '../../migration-files/index.ts'
import { say } from '../../migration-files/index.ts'
import type { MigrationSettings } from '../settings.ts'
import { type Decision, isAfter, problemOfReturn } from './decide-user.ts'

export interface StoredDevice {
  device_user_reference: string | null
  imeis: readonly string[]
  model: string | null
  legacy_phone_number: string | null
  is_deactivated: boolean
  activated_at: string | null
  deactivation_date: string | null
  is_legacy: boolean
  removed_at: string | null
}

const written = (code: Decision['code']): Decision => ({ code, isWritten: true })
const left = (code: Decision['code'], message?: string): Decision => ({
  code,
  isWritten: false,
  ...(message === undefined ? {} : { message }),
})

const unknownModels: ReadonlySet<string> = new Set(['', 'unknown', 'null', 'n/a', 'none', '-'])

const isKnownModel = (model: string | null): boolean => model !== null && !unknownModels.has(model.trim().toLowerCase())

const isSameTime = (row: string | null, stored: string | null): boolean =>
  row === null || (stored !== null && Date.parse(row) === Date.parse(stored))

const isSameDevice = (row: LegacyDevice, stored: StoredDevice): boolean =>
  row.device_user_reference === stored.device_user_reference &&
  [...row.imeis].sort().join() === [...stored.imeis].sort().join() &&
  row.model === stored.model &&
  row.legacy_phone_number === stored.legacy_phone_number &&
  isSameTime(row.activated_at, stored.activated_at) &&
  (!row.is_deactivated || !isAfter(row.deactivation_date, stored.deactivation_date))

const isBefore = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && Date.parse(one) < Date.parse(other)

/** Devices that authenticated here are left as they are: what is known here is newer than what the legacy platform knew. */
export const decideDevice = (
  row: LegacyDevice,
  stored: StoredDevice | undefined,
  settings: MigrationSettings,
): Decision => {
  if (stored && (!stored.is_legacy || stored.removed_at !== null)) {
    return stored.is_deactivated || stored.removed_at !== null
      ? left('DeactivatedDeviceSupersededByNewerRecord', say('device_ended_here'))
      : left('DeviceAlreadyActiveInThePlatform', say('device_activated'))
  }
  if (!isKnownModel(row.model)) {
    const message = say('name_model')
    return left(
      !row.is_deactivated ? 'CannotImportOnboardedDeviceUnknownModel' : 'CannotImportOffboardedDeviceUnknownModel',
      message,
    )
  }
  return !row.is_deactivated ? decideActive(row, stored, settings) : decideInactive(row, stored, settings)
}

const decideActive = (
  row: LegacyDevice,
  stored: StoredDevice | undefined,
  { disable_onboarding }: MigrationSettings,
): Decision => {
  if (!stored) return disable_onboarding ? left('IgnoreNewDeviceOnboardingDisabled') : written('DeviceCreatedActivated')
  if (stored.is_deactivated && isBefore(row.activated_at, stored.deactivation_date)) {
    return left('NoChangeToDeactivatedDevice')
  }
  const problem = stored.is_deactivated
    ? problemOfReturn({ column: 'activated_at', date: row.activated_at }, stored.deactivation_date)
    : null
  if (problem) return left('DeactivatedDeviceSupersededByNewerRecord', `${say('device_deactivated')}. ${problem}`)
  if (!stored.is_deactivated && isSameDevice(row, stored)) return left('NoChangeToActiveDevice')
  if (disable_onboarding) return left('IgnoreUpdateDeviceOnboardingDisabled')
  return written(stored.is_deactivated ? 'DeviceUpdatedAndActivated' : 'ActivatedDeviceUpdated')
}

const decideInactive = (
  row: LegacyDevice,
  stored: StoredDevice | undefined,
  { disable_offboarding }: MigrationSettings,
): Decision => {
  if (!stored)
    return disable_offboarding ? left('IgnoreNewDeviceOffboardingDisabled') : written('DeviceCreatedDeactivated')
  if (!stored.is_deactivated && isBefore(row.deactivation_date, stored.activated_at)) {
    return left('DeactivatedDeviceSupersededByNewerRecord', say('device_again'))
  }
  if (stored.is_deactivated && isSameDevice(row, stored)) return left('NoChangeToDeactivatedDevice')
  if (disable_offboarding) return left('IgnoreUpdateDeviceOffboardingDisabled')
  return written(stored.is_deactivated ? 'DeactivatedDeviceUpdated' : 'DeviceUpdatedAndDeactivated')
}
