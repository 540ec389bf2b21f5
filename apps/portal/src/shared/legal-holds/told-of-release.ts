import type { LegalHold } from '@holdfast/contract'
import { text } from '../i18n/text.ts'

/** The result of releasing a hold, or of asking for its release. */
export const toldOfRelease = (step: string | undefined): string => {
  if (step === 'release_asked') return text('holds.told_asked')
  if (step === 'release_confirmed') return text('holds.told_confirmed')
  return text('holds.told_released')
}

/** How far the release of a hold has come, from the hold as a call returns it. */
export const stepOfRelease = (hold: LegalHold | undefined): string => {
  if (hold?.is_active && hold.release_at !== null) return 'release_confirmed'
  return hold?.is_active ? 'release_asked' : 'released'
}
