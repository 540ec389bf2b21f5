import type { MigrationResultCode } from '@holdfast/contract'
import type { LegacyUser } from '../../migration-files/index.ts'
import { say } from '../../migration-files/index.ts'
import type { MigrationSettings } from '../settings.ts'

type Stored = Omit<LegacyUser, 'kind' | 'services'> & { services: readonly string[]; is_legacy: boolean }

/** The end of a row: its code, and whether it is written. */
export interface Decision {
  code: MigrationResultCode
  isWritten: boolean
  message?: string
}

const written = (code: MigrationResultCode): Decision => ({ code, isWritten: true })
const left = (code: MigrationResultCode, message?: string): Decision => ({
  code,
  isWritten: false,
  ...(message === undefined ? {} : { message }),
})

const isBefore = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && Date.parse(one) < Date.parse(other)

/** Whether a row's time is later than the stored one. */
export const isAfter = (row: string | null, stored: string | null): boolean =>
  row !== null && (stored === null || Date.parse(row) > Date.parse(stored))

/** The end to store: a row never moves one back, so that an older row can't undo what was ended here. */
export const laterEnd = (row: string | null, stored: string | null): string | null =>
  isAfter(row, stored) ? row : stored

/**
 * Why a row does not bring back what has ended; `null` if it does. The end may be from here, so only a row that is known to be later counts.
 */
export const problemOfReturn = (
  { column, date }: { column: 'onboard_date' | 'activated_at'; date: string | null },
  end: string | null,
): string | null => {
  if (isAfter(date, end)) return null
  return end === null ? say('give_date', { column }) : say('give_later_date', { column, end })
}

/** Whether two times are the same; a row without a time changes none. */
const isSameTime = (row: string | null, stored: string | null): boolean =>
  row === null || (stored !== null && Date.parse(row) === Date.parse(stored))

export const isSameUser = (row: LegacyUser, stored: Stored): boolean =>
  row.group === stored.group &&
  row.email === stored.email &&
  row.first_name === stored.first_name &&
  row.surname === stored.surname &&
  row.expected_device_count === stored.expected_device_count &&
  [...row.services].sort().join() === [...stored.services].sort().join() &&
  isSameTime(row.onboard_date, stored.onboard_date) &&
  (row.is_active || !isAfter(row.offboard_date, stored.offboard_date))

/** People who were onboarded or changed here are left as they are: what is known here is newer than what the legacy platform knew. */
export const decideUser = (row: LegacyUser, stored: Stored | undefined, settings: MigrationSettings): Decision => {
  const { disable_onboarding, disable_offboarding } = settings
  if (!stored) {
    if (row.is_active)
      return disable_onboarding ? left('IgnoreNewUserOnboardingDisabled') : written('UserCreatedOnboarded')
    return disable_offboarding ? left('IgnoreNewUserOffboardingDisabled') : written('UserCreatedOffboarded')
  }
  if (!stored.is_legacy) {
    return stored.is_active
      ? left('UserAlreadyActiveInThePlatform', say('person_onboarded'))
      : left('OffboardedUserSupersededByNewerRecord', say('person_offboarded_here'))
  }
  return row.is_active ? decideActive(row, stored, settings) : decideInactive(row, stored, settings)
}

const decideActive = (row: LegacyUser, stored: Stored, { disable_onboarding }: MigrationSettings): Decision => {
  // An older record of somebody who left since.
  if (!stored.is_active && isBefore(row.onboard_date, stored.offboard_date)) return left('NoChangeToOffboardedUser')
  const problem = stored.is_active
    ? null
    : problemOfReturn({ column: 'onboard_date', date: row.onboard_date }, stored.offboard_date)
  if (problem) return left('OffboardedUserSupersededByNewerRecord', `${say('person_offboarded')}. ${problem}`)
  if (stored.is_active && isSameUser(row, stored)) return left('NoChangeToOnboardedUser')
  if (disable_onboarding) return left('IgnoreUpdateUserOnboardingDisabled')
  return written(stored.is_active ? 'OnboardedUserUpdated' : 'UserUpdatedAndOnboarded')
}

const decideInactive = (row: LegacyUser, stored: Stored, { disable_offboarding }: MigrationSettings): Decision => {
  if (stored.is_active && isBefore(row.offboard_date, stored.onboard_date)) {
    return left('OffboardedUserSupersededByNewerRecord', say('person_again'))
  }
  if (!stored.is_active && isSameUser(row, stored)) return left('NoChangeToOffboardedUser')
  if (disable_offboarding) return left('IgnoreUpdateUserOffboardingDisabled')
  return written(stored.is_active ? 'UserUpdatedAndOffboarded' : 'OffboardedUserUpdated')
}
