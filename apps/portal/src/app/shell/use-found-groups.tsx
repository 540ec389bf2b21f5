import type { Found, FoundKind } from '@holdfast/contract'
import type { SpotlightActionGroupData } from '@mantine/spotlight'
import {
  type Icon,
  IconDeviceMobile,
  IconFileSearch,
  IconHash,
  IconShieldLock,
  IconUser,
  IconUserCheck,
  IconUsersGroup,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { addressOfPayload, kinds } from '../../features/payloads/kinds.ts'
import { addressOf } from '../../shared/access/addresses.ts'
import { useFound, wordsOf } from '../../shared/found/use-found.ts'
import { type MessageId, useText } from '../../shared/i18n/text.ts'
import { useProfile } from '../../shared/session/profile.ts'
import { screensFor } from '../navigation-screens.ts'

const looks: Record<FoundKind, { title: MessageId; icon: Icon }> = {
  payload: { title: 'group.services', icon: IconFileSearch },
  device_user: { title: 'page.device_users', icon: IconUser },
  device: { title: 'page.devices', icon: IconDeviceMobile },
  number: { title: 'payload.numbers', icon: IconHash },
  group: { title: 'page.groups', icon: IconUsersGroup },
  role: { title: 'page.roles', icon: IconShieldLock },
  portal_user: { title: 'page.people', icon: IconUserCheck },
}

/** A screen that something opens, and what distinguishes it from its other screens. */
interface Target {
  to: string
  search?: object
  about?: MessageId
}

const listsOfNumbers = [kinds.calls, kinds.messages].map(({ name, title }) => ({
  to: `/dashboard/services/${name}`,
  title,
}))

const targetsOf = ({ kind, reference, payload_type }: Found): Target[] => {
  const path = encodeURIComponent(reference)
  switch (kind) {
    case 'payload':
      return [{ to: payload_type ? addressOfPayload(payload_type, reference) : kinds.calls.linkOf(reference) }]
    case 'device_user':
      return [{ to: `/dashboard/devices/users/${path}` }]
    case 'device':
      return [{ to: `/dashboard/devices/${path}` }]
    case 'group':
      return [{ to: addressOf('groups', reference) }]
    case 'role':
      return [{ to: addressOf('roles', reference) }]
    case 'portal_user':
      return [{ to: '/dashboard/access/people', search: { filter: { search: reference } } }]
    case 'number':
      return listsOfNumbers.map(({ to, title }) => ({ to, search: { filter: { numbers: [reference] } }, about: title }))
  }
}

/** What the server finds by the query, as groups of the search palette. */
export const useFoundGroups = (query: string) => {
  const t = useText()
  const navigate = useNavigate()
  const { profile } = useProfile()
  const { found, foundBy, isSearching, hasFailed } = useFound(query)
  const open = new Set((profile ? screensFor(profile) : []).map(({ path }) => path))
  const entriesOf = (one: Found) => {
    const { label, detail } = wordsOf(one)
    const { icon: Picture } = looks[one.kind]
    return targetsOf(one)
      .filter(({ to }) => one.kind !== 'number' || open.has(to))
      .map(({ to, search, about }) => ({
        id: `${one.kind} ${one.reference} ${to}`,
        label: one.kind === 'payload' ? t('shell.search_open_payload', { reference: label }) : label,
        description: [detail, about && t(about)].filter(Boolean).join(' · ') || undefined,
        // The server may have matched what is not shown: the query as keyword lets the entry pass the palette's own filter.
        ...(foundBy === query.trim() ? { keywords: query } : {}),
        leftSection: <Picture size={18} stroke={1.6} />,
        onClick: () => void navigate({ to, ...(search && { search }) }),
      }))
  }
  const groups = (Object.keys(looks) as FoundKind[]).map((kind): SpotlightActionGroupData => {
    return { group: t(looks[kind].title), actions: found.filter((one) => one.kind === kind).flatMap(entriesOf) }
  })
  return { groups, isSearching, hasFailed }
}
