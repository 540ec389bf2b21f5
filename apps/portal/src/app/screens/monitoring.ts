import {
  IconActivityHeartbeat,
  IconCalendarCheck,
  IconChartBar,
  IconFileText,
  IconMailForward,
  IconReceipt2,
} from '@tabler/icons-react'
import { anySearch } from '../../shared/list/list-search.ts'
import type { Screen } from '../screen.ts'
import { textsOf } from '../search-texts.ts'

/** Whether everything is recorded, and how the devices do. */
export const monitoringScreens = [
  {
    path: '/dashboard/devices/completeness',
    title: 'page.completeness',
    load: () => import('../../features/devices/completeness/completeness-page.tsx'),
    actions: ['completeness:read'],
    place: { section: 'monitoring', icon: IconCalendarCheck },
    search: anySearch,
  },
  {
    path: '/dashboard/devices/completeness/statements',
    title: 'page.completeness_statements',
    load: () => import('../../features/devices/completeness/statements/statements-page.tsx'),
    actions: ['completeness:read'],
    search: anySearch,
  },
  {
    path: '/dashboard/devices/completeness/statements/new',
    title: 'page.new_completeness_statement',
    load: () => import('../../features/devices/completeness/statements/new-statement-page.tsx'),
    actions: ['completeness:state'],
    search: textsOf('month', 'group'),
  },
  {
    path: '/dashboard/devices/completeness/statements/$statement_reference',
    title: 'page.completeness_statement',
    load: () => import('../../features/devices/completeness/statements/statement-page.tsx'),
    actions: ['completeness:read'],
  },
  {
    path: '/dashboard/devices/completeness/$gap_reference',
    title: 'page.gap',
    load: () => import('../../features/devices/completeness/gap-page.tsx'),
    actions: ['completeness:read'],
  },
  {
    path: '/dashboard/reports',
    title: 'page.reports',
    load: () => import('../../features/reports/reports-page.tsx'),
    actions: ['reports:read'],
    place: { section: 'monitoring', icon: IconMailForward },
    search: anySearch,
  },
  {
    path: '/dashboard/devices/telemetry',
    title: 'page.telemetry',
    load: () => import('../../features/devices/telemetry/telemetry-page.tsx'),
    actions: ['telemetry:read'],
    place: { section: 'monitoring', icon: IconActivityHeartbeat },
    search: anySearch,
  },
  {
    path: '/dashboard/devices/metrics',
    title: 'page.metrics',
    load: () => import('../../features/devices/metrics/metrics-page.tsx'),
    actions: ['telemetry:read'],
    place: { section: 'monitoring', icon: IconChartBar },
    search: anySearch,
  },
  {
    path: '/dashboard/devices/logs',
    title: 'page.device_logs',
    load: () => import('../../features/device-logs/device-logs-page.tsx'),
    actions: ['logs:read'],
    place: { section: 'monitoring', icon: IconFileText },
    search: anySearch,
  },
  {
    path: '/dashboard/devices/carrier-records',
    title: 'page.carrier_records',
    load: () => import('../../features/carrier-records/carrier-records-page.tsx'),
    actions: ['carrier_records:read'],
    place: { section: 'monitoring', icon: IconReceipt2 },
    search: anySearch,
  },
  {
    path: '/dashboard/devices/carrier-records/$record_reference',
    title: 'page.carrier_record',
    load: () => import('../../features/carrier-records/carrier-record-page.tsx'),
    actions: ['carrier_records:read'],
  },
  {
    path: '/dashboard/devices/carrier-records/months',
    title: 'page.carrier_months',
    load: () => import('../../features/carrier-records/months-page.tsx'),
    actions: ['carrier_records:read'],
  },
  {
    path: '/dashboard/devices/carrier-records/imports',
    title: 'page.carrier_imports',
    load: () => import('../../features/carrier-records/imports-page.tsx'),
    actions: ['carrier_imports:read'],
    search: anySearch,
  },
  {
    path: '/dashboard/devices/carrier-records/imports/new',
    title: 'page.new_carrier_import',
    load: () => import('../../features/carrier-records/new-import-page.tsx'),
    actions: ['carrier_imports:write'],
  },
  {
    path: '/dashboard/devices/carrier-records/imports/$import_reference',
    title: 'page.carrier_import',
    load: () => import('../../features/carrier-records/import-page.tsx'),
    actions: ['carrier_imports:read'],
  },
  {
    path: '/dashboard/devices/carrier-records/imports/$import_reference/rows',
    title: 'page.carrier_import_rows',
    load: () => import('../../features/carrier-records/import-rows-page.tsx'),
    actions: ['carrier_imports:read'],
    search: anySearch,
  },
] as const satisfies readonly Screen[]
