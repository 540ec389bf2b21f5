import type { MessageId } from '../../shared/i18n/text.ts'

/** The sections of the navigation, in order, with their titles. Those without a title are always open. */
export const sections = {
  top: null,
  internal: 'group.internal',
  services: 'group.services',
  reviews: 'group.reviews',
  devices: 'group.devices',
  monitoring: 'group.monitoring',
  access: 'group.access',
  account: 'group.account',
  bottom: null,
} as const satisfies Record<string, MessageId | null>

export type SectionName = keyof typeof sections

/** The sections of the areas of settings, in order, with the address of the area's list. */
export const settingsSections = {
  account: { title: 'settings_area.account', area: '/dashboard/settings' },
  access: { title: 'settings_area.access', area: '/dashboard/settings' },
  recordings: { title: 'settings_area.recordings', area: '/dashboard/settings' },
  devices: { title: 'settings_area.devices', area: '/dashboard/settings' },
  internal: { title: 'settings_area.internal', area: '/internal/settings' },
} as const satisfies Record<string, { title: MessageId; area: string }>

export type SettingsSectionName = keyof typeof settingsSections
