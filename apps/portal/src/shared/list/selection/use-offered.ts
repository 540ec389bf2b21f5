import { useCan } from '../../session/profile.ts'
import type { SelectionAction } from './selection-action.ts'

/** Those of the actions that this person may take for any group. */
export const useOffered = (actions: readonly SelectionAction[]): readonly SelectionAction[] => {
  const can = useCan()
  return actions.filter(({ action }) => !action || can(action))
}
