import { IconAddressBook, IconDeviceMobile, IconDeviceSim, IconMapPin, IconSend, IconUsers } from '@tabler/icons-react'
import { anySearch } from '../../shared/list/list-search.ts'
import type { Screen } from '../screen.ts'
import { textsOf } from '../search-texts.ts'

/** Devices, and the people who carry them. */
export const deviceScreens = [
  {
    path: '/dashboard/devices',
    title: 'page.devices',
    load: () => import('../../features/devices/devices-page.tsx'),
    actions: ['devices:read'],
    place: { section: 'devices', icon: IconDeviceMobile },
    search: anySearch,
  },
  {
    path: '/dashboard/devices/$device_reference',
    title: 'page.device',
    load: () => import('../../features/devices/device-page.tsx'),
    actions: ['devices:read'],
  },
  {
    path: '/dashboard/devices/$device_reference/gps',
    title: 'page.device_positions',
    load: () => import('../../features/positions/device-positions-page.tsx'),
    actions: ['gps:read'],
    search: textsOf('day', 'at'),
  },
  {
    path: '/dashboard/devices/users',
    title: 'page.device_users',
    load: () => import('../../features/device-users/device-users-page.tsx'),
    actions: ['device_users:read'],
    place: { section: 'devices', icon: IconUsers },
    search: anySearch,
  },
  {
    path: '/dashboard/devices/users/create',
    title: 'user.new',
    load: () => import('../../features/device-users/edit-device-user-page.tsx'),
    actions: ['device_users:write'],
  },
  {
    path: '/dashboard/devices/users/import',
    title: 'page.import_people',
    load: () => import('../../features/device-users/import/import-page.tsx'),
    actions: ['device_users:write'],
  },
  {
    path: '/dashboard/devices/users/$device_user_reference',
    title: 'page.device_user',
    load: () => import('../../features/device-users/device-user-page.tsx'),
    actions: ['device_users:read'],
  },
  {
    path: '/dashboard/devices/users/named/$device_user_reference',
    title: 'page.device_user',
    load: () => import('../../features/device-users/device-user-page.tsx'),
    actions: ['device_users:read'],
  },
  {
    path: '/dashboard/devices/users/$device_user_reference/edit',
    title: 'page.edit_device_user',
    load: () => import('../../features/device-users/edit-device-user-page.tsx'),
    actions: ['device_users:write'],
  },
  {
    path: '/dashboard/devices/numbers',
    title: 'page.phone_numbers',
    load: () => import('../../features/devices/numbers/phone-numbers-page.tsx'),
    actions: ['devices:read'],
    place: { section: 'devices', icon: IconDeviceSim },
    search: anySearch,
  },
  {
    path: '/dashboard/devices/numbers/$phone_number',
    title: 'page.phone_number',
    load: () => import('../../features/devices/numbers/phone-number-page.tsx'),
    actions: ['devices:read'],
  },
  {
    path: '/dashboard/devices/users/$device_user_reference/gps',
    title: 'page.person_positions',
    load: () => import('../../features/positions/person-positions-page.tsx'),
    actions: ['gps:read'],
    search: textsOf('day', 'at'),
  },
  {
    path: '/dashboard/devices/positions',
    title: 'page.positions',
    load: () => import('../../features/positions/positions-page.tsx'),
    actions: ['gps:read'],
    place: { section: 'devices', icon: IconMapPin },
    search: anySearch,
  },
  {
    path: '/dashboard/devices/commands',
    title: 'page.commands',
    load: () => import('../../features/devices/commands/commands-page.tsx'),
    actions: ['devices:read'],
    place: { section: 'devices', icon: IconSend },
    search: anySearch,
  },
  {
    path: '/dashboard/devices/personal-numbers',
    title: 'page.personal_numbers',
    load: () => import('../../features/device-users/personal-numbers/personal-numbers-page.tsx'),
    actions: ['personal_numbers:read'],
    place: { section: 'devices', icon: IconAddressBook },
    search: anySearch,
  },
] as const satisfies readonly Screen[]
