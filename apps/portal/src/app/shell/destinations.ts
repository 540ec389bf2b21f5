import type { Action } from '@holdfast/contract'
import {
  IconDeviceMobile,
  IconHistory,
  IconLayoutDashboard,
  IconMessages,
  IconMicrophone,
  IconPhone,
  IconPhoto,
  IconShieldLock,
  IconTags,
  IconUsers,
  IconUsersGroup,
  IconVideo,
} from '@tabler/icons-react'
import type { ComponentProps, ComponentType } from 'react'
import type { MessageId } from '../../shared/i18n/text.ts'

export interface Destination {
  to: string
  title: MessageId
  icon: ComponentType<ComponentProps<typeof IconPhone>>
  /** Without it the screen is not offered. */
  action?: Action
}

export interface DestinationGroup {
  title: MessageId | null
  destinations: readonly Destination[]
}

/** Every screen that the navigation and the search offer; what a person's actions do not open is left out. */
export const destinationGroups: readonly DestinationGroup[] = [
  {
    title: null,
    destinations: [{ to: '/dashboard', title: 'page.overview', icon: IconLayoutDashboard }],
  },
  {
    title: 'group.services',
    destinations: [
      { to: '/dashboard/services/calls', title: 'page.calls', icon: IconPhone, action: 'payloads:read' },
      { to: '/dashboard/services/messages', title: 'page.messages', icon: IconMessages, action: 'payloads:read' },
      { to: '/dashboard/services/photos', title: 'page.photos', icon: IconPhoto, action: 'payloads:read' },
      { to: '/dashboard/services/videos', title: 'page.videos', icon: IconVideo, action: 'payloads:read' },
      { to: '/dashboard/services/interviews', title: 'page.interviews', icon: IconMicrophone, action: 'payloads:read' },
    ],
  },
  {
    title: 'group.devices',
    destinations: [
      { to: '/dashboard/devices', title: 'page.devices', icon: IconDeviceMobile, action: 'devices:read' },
      { to: '/dashboard/devices/users', title: 'page.device_users', icon: IconUsers, action: 'device_users:read' },
    ],
  },
  {
    title: 'group.access',
    destinations: [
      { to: '/dashboard/access/groups', title: 'page.groups', icon: IconUsersGroup, action: 'groups:read' },
      { to: '/dashboard/access/tags', title: 'page.tags', icon: IconTags, action: 'tags:read' },
      { to: '/dashboard/access/roles', title: 'page.roles', icon: IconShieldLock, action: 'roles:read' },
    ],
  },
  {
    title: 'group.account',
    destinations: [{ to: '/dashboard/account/audit', title: 'page.audit', icon: IconHistory, action: 'audit:read' }],
  },
]

/** The groups with only what `can` allows; groups that are left empty vanish. */
export const allowedGroups = (can: (action: Action) => boolean): DestinationGroup[] =>
  destinationGroups
    .map((group) => ({
      ...group,
      destinations: group.destinations.filter(({ action }) => action === undefined || can(action)),
    }))
    .filter((group) => group.destinations.length > 0)
