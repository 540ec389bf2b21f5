import { type Found, type FoundKind, limits } from '@holdfast/contract'
import type { SpotlightActionGroupData } from '@mantine/spotlight'
import {
  type Icon,
  IconDeviceMobile,
  IconDeviceSim,
  IconFileSearch,
  IconHash,
  IconList,
  IconShieldLock,
  IconUser,
  IconUserCheck,
  IconUsersGroup,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { addressOfPayload, kinds, listedKinds } from '../../features/payloads/kinds.ts'
import { addressOf } from '../../shared/access/addresses.ts'
import { trailOf } from '../../shared/activities/trail-of.ts'
import { isNamed } from '../../shared/found/is-named.ts'
import { useFound, wordsOf } from '../../shared/found/use-found.ts'
import { type MessageId, useText } from '../../shared/i18n/text.ts'
import { useProfile } from '../../shared/session/profile.ts'
import { screensFor } from '../navigation-screens.ts'

/** `list` is the screen that lists all that match the same text. */
const looks: Record<FoundKind, { title: MessageId; icon: Icon; list?: string }> = {
  payload: { title: 'group.services', icon: IconFileSearch },
  device_user: { title: 'page.device_users', icon: IconUser, list: '/dashboard/devices/users' },
  device: { title: 'page.devices', icon: IconDeviceMobile, list: '/dashboard/devices' },
  own_number: { title: 'page.phone_numbers', icon: IconDeviceSim },
  number: { title: 'payload.numbers', icon: IconHash },
  group: { title: 'page.groups', icon: IconUsersGroup, list: '/dashboard/access/groups' },
  role: { title: 'page.roles', icon: IconShieldLock, list: '/dashboard/access/roles' },
  portal_user: { title: 'page.people', icon: IconUserCheck, list: '/dashboard/access/people' },
}

/** A screen that something opens, and what distinguishes it from its other screens. */
interface Target {
  to: string
  search?: object
  about?: MessageId
}

const listsOf = (services: readonly (typeof listedKinds)[keyof typeof listedKinds][]) =>
  services.map(({ list, title }) => ({ to: list, title }))
const listsOfNumbers = listsOf([listedKinds.all, kinds.calls, kinds.messages])
const listsOfPeople = listsOf([
  listedKinds.all,
  kinds.calls,
  kinds.messages,
  kinds.photos,
  kinds.videos,
  kinds.interviews,
])

/** @param isFirst whether it is the first found of its kind: only this person's recordings are offered, so that others stay in sight */
const targetsOf = ({ kind, reference, payload_type }: Found, isFirst: boolean): Target[] => {
  const path = encodeURIComponent(reference)
  switch (kind) {
    case 'payload':
      return [{ to: payload_type ? addressOfPayload(payload_type, reference) : kinds.calls.linkOf(reference) }]
    case 'device_user':
      return [
        { to: addressOf('users', reference) },
        ...(isFirst ? listsOfPeople : []).map(({ to, title }) => ({
          to,
          search: { filter: { device_user_references: [reference] } },
          about: title,
        })),
      ]
    case 'device':
      return [{ to: `/dashboard/devices/${path}` }]
    case 'own_number':
      return [{ to: `/dashboard/devices/numbers/${path}` }]
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

/** Readers of the trail find people whose own screens they may not open: those lead to what the trail has of them. */
const onTrail = ({ kind, reference }: Found): Target | null => {
  if (kind !== 'portal_user' && kind !== 'device_user') return null
  const { to, search } = trailOf({ kind, reference })
  return { to, search: kind === 'portal_user' ? { filter: { person: reference } } : search }
}

/** What the server finds by the query, as groups of the search palette. */
export const useFoundGroups = (query: string) => {
  const t = useText()
  const navigate = useNavigate()
  const { profile } = useProfile()
  const { found, more, foundBy, isSearching, hasFailed } = useFound(query)
  const open = new Set((profile ? screensFor(profile) : []).map(({ path }) => path))
  const labelOf = ({ kind }: Found, name: string, about: MessageId | undefined) => {
    if (kind === 'payload') return t('shell.search_open_payload', { reference: name })
    return kind === 'device_user' && about ? t('shell.search_of_person', { service: t(about), name }) : name
  }
  const entriesOf = (one: Found, place: number) => {
    const { label, detail } = wordsOf(one)
    const { icon: Picture } = looks[one.kind]
    const { list } = looks[one.kind]
    const instead = list && !open.has(list) ? onTrail(one) : null
    return (instead ? [instead] : targetsOf(one, place === 0))
      .filter(({ to, about }) => !about || open.has(to))
      .map(({ to, search, about }) => ({
        id: `${one.kind} ${one.reference} ${to}`,
        label: labelOf(one, label, about),
        description: [detail, about && one.kind === 'number' && t(about)].filter(Boolean).join(' · ') || undefined,
        leftSection: <Picture size={18} stroke={1.6} />,
        onClick: () => void navigate({ to, ...(search && { search }) }),
      }))
  }
  const isByName = (one: Found) =>
    isNamed(wordsOf(one).label, query) || (one.kind === 'number' && isNamed(one.reference, query))
  // What was found by an earlier text stays only while the text names it.
  const isCurrent = foundBy === query.trim()
  const current = found.filter((one) => isCurrent || isByName(one))
  const kinds = Object.keys(looks) as FoundKind[]
  const byName = kinds.filter((kind) => current.some((one) => one.kind === kind && isByName(one)))
  const groups = [...new Set([...byName, ...kinds])].map((kind): SpotlightActionGroupData => {
    const { title, list } = looks[kind]
    const entries = current.filter((one) => one.kind === kind).flatMap(entriesOf)
    if (!isCurrent || !more.includes(kind)) return { group: t(title), actions: entries }
    const words = { kind: t(title), count: limits.maxFoundOfKind, text: foundBy }
    if (!list || !open.has(list)) return { group: t('shell.search_first_of_more', words), actions: entries }
    const all = {
      id: `all ${kind}`,
      label: t('shell.search_all_of_kind', words),
      leftSection: <IconList size={18} stroke={1.6} />,
      onClick: () => void navigate({ to: list, search: { filter: { search: foundBy } } }),
    }
    return { group: t('shell.search_first', words), actions: [...entries, all] }
  })
  return { groups, isSearching, hasFailed }
}
