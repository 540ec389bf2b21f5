import { type Action, contentActions } from '@holdfast/contract'
import { useProfile } from '../session/profile.ts'

/** Whether a second person approves what gives access to the content of recordings in this account. */
export const useNeedsSecondPerson = (): boolean => useProfile().profile?.account_settings.needs_second_person ?? false

/** Whether some of what is gained gives access to content. */
export const isOfContent = (gained: readonly { action: Action }[]): boolean =>
  gained.some(({ action }) => contentActions.some((one) => one === action))
