import { Loader } from '@mantine/core'
import { Spotlight, type SpotlightActionGroupData, spotlight } from '@mantine/spotlight'
import { IconDeviceMobile, IconFileSearch, IconKeyboard, IconLogout, IconSearch, IconUser } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useText } from '../../shared/i18n/text.ts'
import { useProfile } from '../../shared/session/profile.ts'
import { signOut } from '../../shared/session/sign-out.ts'
import { screensFor } from '../navigation-screens.ts'
import { showKeyboardHelp } from './keyboard-help.tsx'
import { useFoundDevices } from './use-found-devices.ts'

const payloadReference = /^\S{26,36}$/u

export const openSearch = spotlight.open

/** Opens any screen, device or device user, runs common actions, and finds a pasted payload reference. */
export const SearchPalette = () => {
  const t = useText()
  const { profile } = useProfile()
  const navigate = useNavigate()
  const [query, setQuery] = useState('')

  const screens: SpotlightActionGroupData = {
    group: t('shell.search_screens'),
    actions: (profile ? screensFor(profile) : []).map(({ path, title, place: { icon: Icon } }) => ({
      id: path,
      label: t(title),
      leftSection: <Icon size={18} stroke={1.6} />,
      onClick: () => void navigate({ to: path }),
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
  const { recording, foundUsers, foundDevices, isSearching, hasFailed } = useFound(query)
  return (
    <Spotlight
      actions={[recording, screens, foundUsers, foundDevices, actions].filter((group) => group.actions.length > 0)}
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      nothingFound={
        <span role="status">
          {t(isSearching ? 'shell.search_going_on' : hasFailed ? 'shell.search_failed' : 'shell.search_empty')}
        </span>
      }
      highlightQuery
      attributes={{ content: { 'aria-label': t('shell.search') } }}
      searchProps={{
        leftSection: <IconSearch size={18} stroke={1.6} />,
        rightSection: isSearching && <Loader size={16} aria-hidden />,
        placeholder: t('shell.search_prompt'),
        'aria-label': t('shell.search'),
      }}
    />
  )
}

/** Groups of what the query finds: a recording by its reference, device users, and devices. */
const useFound = (query: string) => {
  const t = useText()
  const navigate = useNavigate()
  const { users, devices, isSearching, hasFailed } = useFoundDevices(query)
  // The server may have matched a name or an address that is not in the label: the query as keyword lets the result
  // pass the palette's own filter.
  const keywords = query
  const foundUsers: SpotlightActionGroupData = {
    group: t('page.device_users'),
    actions: users.map(({ device_user_reference, first_name, surname }) => ({
      id: `user ${device_user_reference}`,
      label: [first_name, surname].filter(Boolean).join(' ') || device_user_reference,
      description: device_user_reference,
      keywords,
      leftSection: <IconUser size={18} stroke={1.6} />,
      onClick: () =>
        void navigate({ to: '/dashboard/devices/users/$device_user_reference', params: { device_user_reference } }),
    })),
  }
  const foundDevices: SpotlightActionGroupData = {
    group: t('page.devices'),
    actions: devices.map(({ device_reference, device_user_reference, model }) => ({
      id: `device ${device_reference}`,
      label: device_reference,
      description: [device_user_reference, model].filter(Boolean).join(' · '),
      keywords,
      leftSection: <IconDeviceMobile size={18} stroke={1.6} />,
      onClick: () => void navigate({ to: '/dashboard/devices/$device_reference', params: { device_reference } }),
    })),
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
  return { recording, foundUsers, foundDevices, isSearching, hasFailed }
}
