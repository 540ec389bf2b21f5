import { Spotlight, type SpotlightActionGroupData, spotlight } from '@mantine/spotlight'
import { IconFileSearch, IconKeyboard, IconLogout, IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useText } from '../../shared/i18n/text.ts'
import { useProfile } from '../../shared/session/profile.ts'
import { signOut } from '../../shared/session/sign-out.ts'
import { allowedGroups } from './destinations.ts'
import { showKeyboardHelp } from './keyboard-help.tsx'

/** PayloadReference: 26 to 36 characters (rules-and-calls section 5). */
const payloadReference = /^[A-Za-z0-9-]{26,36}$/

/** Go to any screen, run common actions, or paste a payload reference. Opens anew whenever `opening` rises. */
export default function SearchPalette({ opening }: { opening: number }) {
  const t = useText()
  const { profile } = useProfile()
  const navigate = useNavigate()
  const [query, setQuery] = useState('')
  useEffect(() => {
    if (opening > 0) spotlight.open()
  }, [opening])

  const screens: SpotlightActionGroupData = {
    group: t('shell.search_screens'),
    actions: (profile ? allowedGroups(profile) : [])
      .flatMap(({ destinations }) => destinations)
      .map(({ to, title, icon: Icon }) => ({
        id: to,
        label: t(title),
        leftSection: <Icon size={18} stroke={1.6} />,
        onClick: () => void navigate({ to }),
      })),
  }
  const actions: SpotlightActionGroupData = {
    group: t('shell.search_actions'),
    actions: [
      {
        id: 'keys',
        label: t('shell.keys'),
        leftSection: <IconKeyboard size={18} stroke={1.6} />,
        onClick: showKeyboardHelp,
      },
      {
        id: 'log-out',
        label: t('shell.log_out'),
        leftSection: <IconLogout size={18} stroke={1.6} />,
        onClick: () => void signOut(),
      },
    ],
  }
  const reference = query.trim()
  const recording: SpotlightActionGroupData = {
    group: t('group.services'),
    actions: payloadReference.test(reference)
      ? [
          {
            id: reference,
            label: t('shell.search_open_payload', { reference }),
            leftSection: <IconFileSearch size={18} stroke={1.6} />,
            onClick: () =>
              void navigate({
                to: '/dashboard/services/calls/$payload_reference',
                params: { payload_reference: reference },
              }),
          },
        ]
      : [],
  }
  return (
    <Spotlight
      actions={[recording, screens, actions].filter((group) => group.actions.length > 0)}
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      nothingFound={t('shell.search_empty')}
      highlightQuery
      searchProps={{
        leftSection: <IconSearch size={18} stroke={1.6} />,
        placeholder: t('shell.search_prompt'),
        'aria-label': t('shell.search'),
      }}
    />
  )
}
