import type { Handlers } from '../../core/calls/index.ts'
import { getAccountSettings } from './account-settings.ts'

export {
  chosenSettings,
  releaseRule,
  saveAccountSettings,
  settingsVersion,
  unsetWordSearch,
} from './account-settings.ts'
export { isReasonRequired, problemOfReason } from './playback-reason.ts'

export const accountSettingsHandlers = {
  getAccountSettings,
} satisfies Partial<Handlers>
