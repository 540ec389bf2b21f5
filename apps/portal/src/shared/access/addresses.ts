const lists = {
  groups: '/dashboard/access/groups',
  tags: '/dashboard/access/tags',
  roles: '/dashboard/access/roles',
  apps: '/dashboard/account/apps',
} as const

/** What has a name, a list and a screen of its own. */
export type Noun = keyof typeof lists

export const listAddress = (noun: Noun): string => lists[noun]

/**
 * The address of one group, tag, role or app. At `…/create` stands the empty form, however that word is written, so what
 * is really called so has an address of its own.
 */
export const addressOf = (noun: Noun, name: string): string =>
  `${lists[noun]}/${name.toLowerCase() === 'create' ? 'named/' : ''}${encodeURIComponent(name)}`
