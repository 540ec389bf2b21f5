import {
  IconActivityHeartbeat,
  IconAlertTriangle,
  IconAntennaBars5,
  IconBuilding,
  IconBuildingBank,
  IconChartBar,
  IconKey,
  IconLicense,
  IconLifebuoy,
  IconUserShield,
} from '@tabler/icons-react'
import { anySearch } from '../../shared/list/list-search.ts'
import type { Screen } from '../screen.ts'
import { settingsList } from './settings-list.ts'

const settings = [
  {
    path: '/internal/carriers',
    title: 'page.carriers',
    load: () => import('../../features/carriers/carriers-page.tsx'),
    actions: ['internal:carriers'],
    place: { settings: 'internal', icon: IconAntennaBars5, about: 'settings_about.carriers' },
    search: anySearch,
  },
  {
    path: '/internal/staff',
    title: 'page.staff',
    load: () => import('../../features/clients/staff-page.tsx'),
    actions: ['internal:staff'],
    place: { settings: 'internal', icon: IconUserShield, about: 'settings_about.staff' },
    search: anySearch,
  },
  {
    path: '/internal/keys',
    title: 'page.keys',
    load: () => import('../../features/clients/keys-page.tsx'),
    actions: ['internal:keys'],
    place: { settings: 'internal', icon: IconKey, about: 'settings_about.keys' },
    search: anySearch,
  },
] as const satisfies readonly Screen[]

/** For the provider's staff. */
export const internalScreens = [
  {
    path: '/internal',
    title: 'page.internal',
    load: () => import('../../features/clients/internal-page.tsx'),
    actions: ['internal:clients', 'internal:support', 'internal:staff', 'internal:keys', 'internal:statistics'],
    place: { section: 'internal', icon: IconBuilding },
  },
  {
    path: '/internal/support',
    title: 'page.support',
    load: () => import('../../features/internal-support/support-page.tsx'),
    actions: ['internal:support'],
    place: { section: 'internal', icon: IconLifebuoy },
    search: anySearch,
  },
  {
    path: '/internal/support/request',
    title: 'page.support_request',
    load: () => import('../../features/internal-support/request-page.tsx'),
    actions: ['internal:support'],
  },
  {
    path: '/internal/clients',
    title: 'page.clients',
    load: () => import('../../features/clients/clients-page.tsx'),
    actions: ['internal:clients'],
    place: { section: 'internal', icon: IconBuildingBank },
    search: anySearch,
  },
  {
    path: '/internal/clients/create',
    title: 'page.new_client',
    load: () => import('../../features/clients/new-client-page.tsx'),
    actions: ['internal:clients'],
  },
  {
    path: '/internal/clients/$client',
    title: 'page.client',
    load: () => import('../../features/clients/client-page.tsx'),
    actions: ['internal:clients'],
  },
  {
    path: '/internal/telemetry',
    title: 'page.clients_telemetry',
    load: () => import('../../features/clients/clients-telemetry-page.tsx'),
    actions: ['internal:telemetry'],
    place: { section: 'internal', icon: IconActivityHeartbeat },
    search: anySearch,
  },
  {
    path: '/internal/alerts',
    title: 'page.clients_alerts',
    load: () => import('../../features/alerts/clients-alerts-page.tsx'),
    actions: ['internal:alerts'],
    place: { section: 'internal', icon: IconAlertTriangle },
    search: anySearch,
  },
  {
    path: '/internal/alerts/$client/$alert_reference',
    title: 'page.alert',
    load: () => import('../../features/alerts/client-alert-page.tsx'),
    actions: ['internal:alerts'],
  },
  {
    path: '/internal/licenses',
    title: 'page.clients_licences',
    load: () => import('../../features/licences/clients-licences-page.tsx'),
    actions: ['internal:licences'],
    place: { section: 'internal', icon: IconLicense },
    search: anySearch,
  },
  {
    path: '/internal/statistics',
    title: 'page.statistics',
    load: () => import('../../features/statistics/statistics-page.tsx'),
    actions: ['internal:statistics'],
    place: { section: 'internal', icon: IconChartBar },
    search: anySearch,
  },
  settingsList('/internal/settings', { title: 'page.internal_settings', section: 'internal', settings }),
  ...settings,
] as const satisfies readonly Screen[]
