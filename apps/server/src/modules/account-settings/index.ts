import type { Handlers } from '../../core/calls/index.ts'
import { getAccountSettings, putAccountSettings } from './account-settings.ts'

export { chosenSettings, unsetWordSearch } from './account-settings.ts'
export { isReasonRequired, problemOfReason } from './playback-reason.ts'

export const accountSettingsHandlers = {
  getAccountSettings,
  putAccountSettings,
} satisfies Partial<Handlers>
