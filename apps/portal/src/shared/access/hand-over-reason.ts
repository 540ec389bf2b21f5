import type { ApiError } from '../api/api-error.ts'
import type { MessageId } from '../i18n/text.ts'

/** Why a refused change can be handed over, in words; `null` if that would not help. */
export const handOverHint = (refusal: ApiError | null): MessageId | null => {
  if (refusal?.code === 'access.needs_second_person') return 'role_drafts.second_person_hint'
  const isBeyondOwn = refusal?.code === 'access.exceeds_own' || refusal?.code === 'access.opens_to_others'
  return isBeyondOwn ? 'role_drafts.hand_over_other_hint' : null
}

/** The same before a change is saved. */
export const handOverBeforehand = (change: { needsSecondPerson: boolean; isBeyondOwn: boolean }): MessageId | null => {
  if (change.needsSecondPerson) return 'role_drafts.second_person_hint'
  return change.isBeyondOwn ? 'role_drafts.hand_over_other_hint' : null
}
