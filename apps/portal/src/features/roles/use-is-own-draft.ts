import type { RoleDraft } from '@holdfast/contract'
import { useProfile } from '../../shared/session/profile.ts'

/** Whether it was the reader who sent this change for approval. */
export const useIsOwnDraft = ({ handed_over_by }: Pick<RoleDraft, 'handed_over_by'>): boolean => {
  const { profile } = useProfile()
  return profile?.user_reference === handed_over_by
}
