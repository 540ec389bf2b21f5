import { IconAlertTriangle, IconHistory, IconLifebuoy, IconLock } from '@tabler/icons-react'
import { anySearch } from '../../shared/list/list-search.ts'
import type { Screen } from '../screen.ts'

/** Screens of the account as a whole. */
export const accountScreens = [
  {
    path: '/dashboard/account/alerts',
    title: 'page.alerts',
    load: () => import('../../features/alerts/alerts-page.tsx'),
    actions: ['alerts:read'],
    place: { section: 'account', icon: IconAlertTriangle },
    search: anySearch,
  },
  {
    path: '/dashboard/account/alerts/$alert_reference',
    title: 'page.alert',
    load: () => import('../../features/alerts/alert-page.tsx'),
    actions: ['alerts:read'],
  },
  {
    path: '/dashboard/account/legal-holds',
    title: 'page.legal_holds',
    load: () => import('../../features/legal-holds/legal-holds-page.tsx'),
    actions: ['legal_holds:read'],
    place: { section: 'account', icon: IconLock },
    search: anySearch,
  },
  {
    path: '/dashboard/account/audit',
    title: 'page.audit',
    load: () => import('../../features/activities/audit-page.tsx'),
    actions: ['audit:read'],
    place: { section: 'account', icon: IconHistory },
    search: anySearch,
  },
  {
    path: '/dashboard/account/audit/$log_id',
    title: 'page.activity',
    load: () => import('../../features/activities/activity-page.tsx'),
    actions: ['audit:read'],
  },
  {
    path: '/dashboard/account/audit/devices/$log_id',
    title: 'page.activity',
    load: () => import('../../features/activities/device-activity-page.tsx'),
    actions: ['audit:read'],
  },
  {
    path: '/dashboard/account/support-access',
    title: 'page.support_access',
    load: () => import('../../features/support-access/support-access-page.tsx'),
    actions: ['support_access:read'],
    place: { section: 'account', icon: IconLifebuoy, badge: 'waiting_requests' },
    search: anySearch,
  },
  {
    path: '/dashboard/account/support-access/$request_reference',
    title: 'page.support_request',
    load: () => import('../../features/support-access/support-access-request-page.tsx'),
    actions: ['support_access:read'],
  },
] as const satisfies readonly Screen[]
