const lists = {
  groups: '/dashboard/access/groups',
  tags: '/dashboard/access/tags',
  roles: '/dashboard/access/roles',
  apps: '/dashboard/account/apps',
  webhooks: '/dashboard/account/webhooks',
  transfer_configs: '/dashboard/account/transfers/config',
  users: '/dashboard/devices/users',
} as const

/** Records with a reference, a list and a screen of their own. */
export type Noun = keyof typeof lists

export const listAddress = (noun: Noun): string => lists[noun]

/** Screens beside those of single records. */
const isScreen = (noun: Noun, name: string): boolean => name === 'create' || (noun === 'users' && name === 'import')

/**
 * The address of a group, tag, role, app, webhook, transfer configuration or device user. `…/create` is the form for creating, in any spelling, so an item of that
 * name has an address of its own; the same for the import of device users.
 */
export const addressOf = (noun: Noun, name: string): string =>
  `${lists[noun]}/${isScreen(noun, name.toLowerCase()) ? 'named/' : ''}${encodeURIComponent(name)}`
