import type { SavedView } from '@holdfast/contract'
import { useText } from '../i18n/text.ts'
import { useProfile } from '../session/profile.ts'

/** With whom a view is shared, and by whom, in words; undefined for a private view. */
export const useSharedWords = ({ owner, owner_name, role_reference }: SavedView): string | undefined => {
  const t = useText()
  const { profile } = useProfile()
  if (role_reference === null) return undefined
  const isOwn = owner === profile?.user_reference
  if (!isOwn) return t('saved_view.shared_by', { who: owner_name ?? owner, role: role_reference })
  const hasRole = profile.roles.includes(role_reference)
  return t(hasRole ? 'saved_view.shared_by_me' : 'saved_view.role_lost', { role: role_reference })
}
