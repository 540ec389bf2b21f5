import { limits } from '@holdfast/contract'
import type { SpotlightActionGroupData } from '@mantine/spotlight'
import { IconFileSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { listedKinds } from '../../features/payloads/kinds.ts'
import { maySearchWords } from '../../features/payloads/search/may-search-words.ts'
import { fewestLetters } from '../../shared/found/use-found.ts'
import { useText } from '../../shared/i18n/text.ts'
import { useProfile } from '../../shared/session/profile.ts'

/** The lists of which the search palette searches the words. */
const searched = [
  { name: 'messages', label: 'shell.search_messages' },
  { name: 'all', label: 'shell.search_recordings' },
] as const

/** The entries of the search palette that look for the typed words in messages and in all recordings, for people who may search them. */
export const useWordSearch = (query: string): SpotlightActionGroupData => {
  const t = useText()
  const navigate = useNavigate()
  const { profile } = useProfile()
  const text = query.trim()
  const isText = text.length >= fewestLetters && text.length <= limits.maxSearchCharacters
  const mayRead = profile?.actions.includes('payloads:read') ?? false
  const offered = searched.filter(
    ({ name }) =>
      listedKinds[name].types.some((type) => profile?.payload_types.includes(type)) && maySearchWords(name, profile),
  )
  return {
    group: t('page.messages'),
    actions: (mayRead && isText ? offered : []).map(({ name, label }) => ({
      id: `search ${name}`,
      label: t(label, { text }),
      leftSection: <IconFileSearch size={18} stroke={1.6} />,
      onClick: () => void navigate({ to: listedKinds[name].list, search: { filter: { text } } }),
    })),
  }
}
