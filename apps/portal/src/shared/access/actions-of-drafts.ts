import type { Action, RoleDraftKind } from '@holdfast/contract'

/** What whoever decides on a change has to be allowed. */
export const actionsOfDrafts = {
  role: 'roles:write',
  group: 'groups:write',
  tag: 'tags:write',
  default_role: 'account:write',
  app: 'apps:write',
  role_assignment: 'roles:write',
  device_user: 'device_users:write',
  second_person: 'account:write',
} as const satisfies Record<RoleDraftKind, Action>
