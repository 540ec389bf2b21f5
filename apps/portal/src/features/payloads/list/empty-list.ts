import type { UserProfile } from '@holdfast/contract'
import { IconLock } from '@tabler/icons-react'
import type { EmptyList } from '../../../shared/list/list-page.tsx'
import { kindIcons } from '../kind-icons.ts'
import { type ListName, listedKinds } from '../kinds.ts'

/** What the list of a kind says while it is empty: that there is nothing yet, or that no role of the person opens the kind. */
export const emptyListOf = (name: ListName, profile: UserProfile | undefined): EmptyList => {
  const { types, emptyTitle, emptyBody } = listedKinds[name]
  if (profile && !types.some((type) => profile.payload_types.includes(type))) {
    return {
      icon: IconLock,
      title: 'error.no_access_title',
      body: 'error.no_access_to_kind',
      isForbidden: true,
      wanted: { action: 'payloads:read', payload_type: types[0] },
    }
  }
  return { icon: kindIcons[name], title: emptyTitle, body: emptyBody }
}
