import type { NotVerifiableReason } from '@holdfast/contract'
import type { PayloadRow } from '../../platform/database/index.ts'
import { hasContent } from '../payloads/index.ts'

/** States whose content was opened once, so that it must still open. */
const openedStates: readonly (string | null)[] = ['Processed', 'Transferred', 'Quarantined']

/** Why nobody can have a recording verified; `null` if it can be. */
export const whyNotVerifiable = (payload: PayloadRow): NotVerifiableReason | null => {
  if (payload.is_personal_number) return 'personal'
  const { payload_state, state_before_deletion, checksum } = payload
  const state = payload_state === 'Deleted' ? state_before_deletion : payload_state
  return openedStates.includes(state) && hasContent(payload) && checksum !== null ? null : 'no_content'
}
