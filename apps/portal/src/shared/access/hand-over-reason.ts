import { type Granting, limits, type RoleDraftKind } from '@holdfast/contract'
import type { ApiError } from '../api/api-error.ts'
import type { MessageId } from '../i18n/text.ts'

const beyondOwn: ReadonlySet<string | undefined> = new Set([
  'access.exceeds_own',
  'access.ends_sooner',
  'access.opens_to_others',
])

/** Why a refused change can be handed over, in words; `null` if that would not help. */
export const handOverHint = (refusal: ApiError | null): MessageId | null => {
  if (refusal?.code === 'access.needs_second_person') return 'role_drafts.second_person_hint'
  const isBeyondOwn = refusal !== null && beyondOwn.has(refusal.code)
  return isBeyondOwn ? 'role_drafts.hand_over_other_hint' : null
}

/** The same before a change is saved. */
export const handOverBeforehand = (change: { needsSecondPerson: boolean; isBeyondOwn: boolean }): MessageId | null => {
  if (change.needsSecondPerson) return 'role_drafts.second_person_hint'
  return change.isBeyondOwn ? 'role_drafts.hand_over_other_hint' : null
}

/** The text that says that nobody can approve a change at present, and what would help. */
export const nobodyCanApprove = (kind: RoleDraftKind): MessageId =>
  kind === 'device_user' ? 'role_drafts.nobody_can_approve_move' : 'role_drafts.nobody_can_approve'

/** Whether some of these roles can be given neither by the reader nor by anybody else who has signed in. */
export const canNobodyGrant = (granting: Granting | undefined, roles: readonly string[]): boolean => {
  const beyond = roles.filter((role) => granting?.roles.includes(role))
  if (!granting || beyond.length === 0 || granting.granters.length >= limits.maxGranters) return false
  return !granting.granters.some((granter) => beyond.every((role) => granter.roles.includes(role)))
}
