import { limits, messageTypes } from '@holdfast/contract'
import type { SpotlightActionGroupData } from '@mantine/spotlight'
import { IconFileSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { listedKinds } from '../../features/payloads/kinds.ts'
import { maySearchWords } from '../../features/payloads/search/may-search-words.ts'
import { fewestLetters } from '../../shared/found/use-found.ts'
import { useText } from '../../shared/i18n/text.ts'
import { useProfile } from '../../shared/session/profile.ts'

/** The entry of the search palette that looks for the typed words in messages, for people who may search them. */
export const useWordSearch = (query: string): SpotlightActionGroupData => {
  const t = useText()
  const navigate = useNavigate()
  const { profile } = useProfile()
  const text = query.trim()
  const mayRead =
    profile?.actions.includes('payloads:read') && messageTypes.some((type) => profile.payload_types.includes(type))
  const isOffered =
    mayRead &&
    maySearchWords('messages', profile) &&
    text.length >= fewestLetters &&
    text.length <= limits.maxSearchCharacters
  return {
    group: t('page.messages'),
    actions: isOffered
      ? [
          {
            id: 'search messages',
            label: t('shell.search_messages', { text }),
            leftSection: <IconFileSearch size={18} stroke={1.6} />,
            onClick: () => void navigate({ to: listedKinds.messages.list, search: { filter: { text } } }),
          },
        ]
      : [],
  }
}
