import type { RoleDraft } from '@holdfast/contract'
import { useProfile } from '../../../shared/session/profile.ts'

/** Whether the reader sent this change for approval. */
export const useIsOwnDraft = ({ handed_over_by }: Pick<RoleDraft, 'handed_over_by'>): boolean => {
  const { profile } = useProfile()
  return profile?.user_reference === handed_over_by
}

/** An impact without what its reader can't grant, if they sent the change themselves: they already know. */
export const useShownImpact = <I extends { exceeds_own: object | null }>(
  draft: Pick<RoleDraft, 'handed_over_by'>,
  impact: I | undefined,
): I | undefined => {
  const isOwn = useIsOwnDraft(draft)
  return isOwn && impact ? { ...impact, exceeds_own: null } : impact
}
