import type { Action } from '@holdfast/contract'
import {
  IconApps,
  IconBuilding,
  IconBuildingBank,
  IconDeviceMobile,
  IconHistory,
  IconKey,
  IconLayoutDashboard,
  IconLifebuoy,
  IconMessages,
  IconMicrophone,
  IconPhone,
  IconPhoto,
  IconSettings,
  IconShieldLock,
  IconTags,
  IconUserCheck,
  IconUserShield,
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
    title: 'group.internal',
    destinations: [
      { to: '/internal', title: 'page.internal', icon: IconBuilding, action: 'internal:clients' },
      { to: '/internal/support', title: 'page.support', icon: IconLifebuoy, action: 'internal:support' },
      { to: '/internal/clients', title: 'page.clients', icon: IconBuildingBank, action: 'internal:clients' },
      { to: '/internal/staff', title: 'page.staff', icon: IconUserShield, action: 'internal:staff' },
      { to: '/internal/keys', title: 'page.keys', icon: IconKey, action: 'internal:keys' },
    ],
  },
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
      { to: '/dashboard/access/people', title: 'page.people', icon: IconUserCheck, action: 'roles:read' },
    ],
  },
  {
    title: 'group.account',
    destinations: [
      { to: '/dashboard/account/audit', title: 'page.audit', icon: IconHistory, action: 'audit:read' },
      { to: '/dashboard/account/apps', title: 'page.apps', icon: IconApps, action: 'apps:read' },
      {
        to: '/dashboard/account/support-access',
        title: 'page.support_access',
        icon: IconLifebuoy,
        action: 'support_access:read',
      },
      { to: '/dashboard/account/settings', title: 'page.settings', icon: IconSettings, action: 'account:read' },
    ],
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
