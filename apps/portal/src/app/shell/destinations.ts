import type { Action, PayloadType, UserProfile } from '@holdfast/contract'
import {
  IconApps,
  IconBuilding,
  IconBuildingBank,
  IconDeviceMobile,
  IconHistory,
  IconKey,
  IconLayoutDashboard,
  IconLifebuoy,
  IconMessage2,
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
import { type KindName, kinds } from '../../features/payloads/kinds.ts'
import type { MessageId } from '../../shared/i18n/text.ts'

export interface Destination {
  to: string
  title: MessageId
  icon: ComponentType<ComponentProps<typeof IconPhone>>
  /** Without it the screen is not offered. */
  action?: Action
  /** Nor without any of these. */
  payloadTypes?: readonly PayloadType[]
  /** What waits there is counted beside it. */
  badge?: 'waiting_requests'
}

export interface DestinationGroup {
  title: MessageId | null
  destinations: readonly Destination[]
}

const service = (name: KindName, icon: Destination['icon']): Destination => ({
  to: `/dashboard/services/${name}`,
  title: `page.${name}`,
  icon,
  action: 'payloads:read',
  payloadTypes: kinds[name].types,
})

/** Every screen that the navigation and the search offer; what a person's profile does not open is left out. */
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
      service('calls', IconPhone),
      service('messages', IconMessages),
      service('photos', IconPhoto),
      service('videos', IconVideo),
      service('interviews', IconMicrophone),
      { to: '/dashboard/services/comments', title: 'page.comments', icon: IconMessage2, action: 'comments:read' },
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
        badge: 'waiting_requests',
      },
      { to: '/dashboard/account/settings', title: 'page.settings', icon: IconSettings, action: 'account:read' },
    ],
  },
]

/** The groups with only what a person's profile opens; groups that are left empty vanish. */
export const allowedGroups = ({
  actions,
  payload_types,
}: Pick<UserProfile, 'actions' | 'payload_types'>): DestinationGroup[] => {
  const isAllowed = ({ action, payloadTypes }: Destination): boolean =>
    (action === undefined || actions.includes(action)) &&
    (payloadTypes === undefined || payloadTypes.some((type) => payload_types.includes(type)))
  return destinationGroups
    .map((group) => ({ ...group, destinations: group.destinations.filter(isAllowed) }))
    .filter((group) => group.destinations.length > 0)
}
