import { IconLayoutDashboard } from '@tabler/icons-react'
import type { Screen } from './screen.ts'
import { accessScreens } from './screens/access.ts'
import { accountScreens } from './screens/account.ts'
import { deviceScreens } from './screens/devices.ts'
import { internalScreens } from './screens/internal.ts'
import { monitoringScreens } from './screens/monitoring.ts'
import { bareScreens, landingScreens } from './screens/public.ts'
import { reviewScreens } from './screens/reviews.ts'
import { serviceScreens } from './screens/services.ts'
import { settingsScreens } from './screens/settings.ts'

const overview = {
  path: '/dashboard',
  title: 'page.overview',
  load: () => import('../features/dashboard/dashboard-page.tsx'),
  place: { section: 'top', icon: IconLayoutDashboard },
} as const satisfies Screen

/**
 * Every screen, by layout and in the order of the navigation. Routes, navigation, list of settings, search palette, breadcrumbs, document titles
 * and guards derive from this table. The breadcrumb of a screen that is not in the navigation is the nearest screen
 * above it that is.
 */
export const screens = {
  landing: landingScreens,
  bare: bareScreens,
  internal: internalScreens,
  /** One account: for its people, and for staff who visit it. */
  dashboard: [
    overview,
    ...serviceScreens,
    ...reviewScreens,
    ...deviceScreens,
    ...monitoringScreens,
    ...accessScreens,
    ...accountScreens,
    ...settingsScreens,
  ],
} as const satisfies Record<string, readonly Screen[]>
