import {
  IconAdjustments,
  IconApps,
  IconDatabaseImport,
  IconDeviceMobilePlus,
  IconHourglass,
  IconLicense,
  IconTags,
  IconTransferOut,
  IconWebhook,
} from '@tabler/icons-react'
import { anySearch } from '../../shared/list/list-search.ts'
import type { Screen } from '../screen.ts'
import { textsOf } from '../search-texts.ts'
import { editor } from './editor.ts'
import { settingsList } from './settings-list.ts'

const settings = [
  {
    path: '/dashboard/account/settings',
    title: 'page.settings',
    load: () => import('../../features/account-settings/settings-page.tsx'),
    actions: ['account:read'],
    place: { settings: 'account', icon: IconAdjustments, about: 'settings_about.account' },
  },
  {
    path: '/dashboard/account/licenses',
    title: 'page.licences',
    load: () => import('../../features/licences/licences-page.tsx'),
    actions: ['licences:read'],
    place: { settings: 'account', icon: IconLicense, about: 'settings_about.licences' },
  },
  {
    path: '/dashboard/access/tags',
    title: 'page.tags',
    load: () => import('../../features/tags/tags-page.tsx'),
    actions: ['tags:read'],
    place: { settings: 'access', icon: IconTags, about: 'settings_about.tags' },
    search: anySearch,
  },
  ...editor('/dashboard/access/tags', 'tag_key', {
    title: 'page.tag',
    load: () => import('../../features/tags/tag-page.tsx'),
    read: 'tags:read',
    write: 'tags:write',
  }),
  {
    path: '/dashboard/account/apps',
    title: 'page.apps',
    load: () => import('../../features/client-apps/apps-page.tsx'),
    actions: ['apps:read'],
    place: { settings: 'access', icon: IconApps, about: 'settings_about.apps' },
    search: anySearch,
  },
  ...editor('/dashboard/account/apps', 'app_reference', {
    title: 'page.app',
    load: () => import('../../features/client-apps/app-page.tsx'),
    read: 'apps:read',
    write: 'apps:write',
  }),
  {
    path: '/dashboard/account/webhooks',
    title: 'page.webhooks',
    load: () => import('../../features/webhooks/webhooks-page.tsx'),
    actions: ['webhooks:read'],
    place: { settings: 'access', icon: IconWebhook, about: 'settings_about.webhooks' },
    search: anySearch,
  },
  ...editor('/dashboard/account/webhooks', 'webhook_reference', {
    title: 'page.webhook',
    load: () => import('../../features/webhooks/webhook-page.tsx'),
    read: 'webhooks:read',
    write: 'webhooks:write',
  }),
  {
    path: '/dashboard/account/retention',
    title: 'page.retention',
    load: () => import('../../features/retention/retention-page.tsx'),
    actions: ['retention:read'],
    place: { settings: 'recordings', icon: IconHourglass, about: 'settings_about.retention' },
    search: textsOf('run'),
  },
  {
    path: '/dashboard/account/retention/edit',
    title: 'page.edit_retention',
    load: () => import('../../features/retention/edit/edit-retention-page.tsx'),
    actions: ['retention:write'],
  },
  {
    path: '/dashboard/account/transfers',
    title: 'page.transfers',
    load: () => import('../../features/transfers/transfers-page.tsx'),
    actions: ['transfers:read'],
    place: { settings: 'recordings', icon: IconTransferOut, about: 'settings_about.transfers' },
    search: anySearch,
  },
  {
    path: '/dashboard/account/transfers/days',
    title: 'page.transfer_days',
    load: () => import('../../features/transfers/transfer-days-page.tsx'),
    actions: ['transfers:read'],
    search: anySearch,
  },
  {
    path: '/dashboard/account/transfers/config',
    title: 'page.transfer_configs',
    load: () => import('../../features/transfers/config/transfer-configs-page.tsx'),
    actions: ['transfers:read'],
    search: anySearch,
  },
  ...editor('/dashboard/account/transfers/config', 'transfer_config_reference', {
    title: 'page.transfer_config',
    load: () => import('../../features/transfers/config/transfer-config-page.tsx'),
    read: 'transfers:read',
    write: 'transfers:write',
  }),
  {
    path: '/dashboard/account/transfers/$transfer_id',
    title: 'page.transfer',
    load: () => import('../../features/transfers/transfer-page.tsx'),
    actions: ['transfers:read'],
  },
  {
    path: '/dashboard/account/transfers/$transfer_id/recordings',
    title: 'page.transfer_items',
    load: () => import('../../features/transfers/transfer-items-page.tsx'),
    actions: ['transfers:read'],
    search: anySearch,
  },
  {
    path: '/dashboard/account/migrations',
    title: 'page.migrations',
    load: () => import('../../features/migrations/migrations-page.tsx'),
    actions: ['migrations:read'],
    place: { settings: 'recordings', icon: IconDatabaseImport, about: 'settings_about.migrations' },
    search: anySearch,
  },
  {
    path: '/dashboard/account/migrations/new',
    title: 'page.new_migration',
    load: () => import('../../features/migrations/new/new-migration-page.tsx'),
    actions: ['migrations:write'],
  },
  {
    path: '/dashboard/account/migrations/settings',
    title: 'page.migration_settings',
    load: () => import('../../features/migrations/migration-settings-page.tsx'),
    actions: ['migrations:read'],
  },
  {
    path: '/dashboard/account/migrations/$migration_id',
    title: 'page.migration',
    load: () => import('../../features/migrations/migration-page.tsx'),
    actions: ['migrations:read'],
  },
  {
    path: '/dashboard/account/migrations/$migration_id/rows',
    title: 'page.migration_rows',
    load: () => import('../../features/migrations/migration-rows-page.tsx'),
    actions: ['migrations:read'],
    search: anySearch,
  },
  {
    path: '/dashboard/account/migrations/$migration_id/reconciliation',
    title: 'page.migration_reconciliation',
    load: () => import('../../features/migrations/reconciliation/reconciliation-page.tsx'),
    actions: ['migrations:read'],
    search: anySearch,
  },
  {
    path: '/dashboard/devices/enrolment',
    title: 'page.enrolment',
    load: () => import('../../features/devices/enrolment/enrolment-page.tsx'),
    actions: ['enrolment:read'],
    place: { settings: 'devices', icon: IconDeviceMobilePlus, about: 'settings_about.enrolment' },
  },
] as const satisfies readonly Screen[]

/** Settings that are seldom changed: their list, and their screens. */
export const settingsScreens = [
  settingsList('/dashboard/settings', { title: 'page.settings_area', section: 'bottom', settings }),
  ...settings,
] as const satisfies readonly Screen[]
