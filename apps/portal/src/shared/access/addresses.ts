const lists = {
  group: '/dashboard/access/groups',
  tag: '/dashboard/access/tags',
  role: '/dashboard/access/roles',
  app: '/dashboard/account/apps',
} as const

/**
 * The address of one group, tag, role or app. At `…/create` stands the empty form, however that word is written, so what
 * is really called so has an address of its own.
 */
export const addressOf = (noun: keyof typeof lists, name: string): string =>
  `${lists[noun]}/${name.toLowerCase() === 'create' ? 'named/' : ''}${encodeURIComponent(name)}`
