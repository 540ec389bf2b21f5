import type { Handlers } from '../../core/calls/index.ts'
import { deleteRole } from './delete-role.ts'
import { getRole } from './get-role.ts'
import { listClientRoles, listRoles } from './list-roles.ts'
import { previewRole } from './preview-role.ts'
import { putRole } from './put-role.ts'
import { listRoleVersions } from './role-versions.ts'

export { insertSystemRoles } from './insert-system-roles.ts'
export { foundRoles } from './list-roles.ts'
export { namedDifference } from './named-difference.ts'
export { rulesAt, rulesOfFirstRoles, rulesOfRoles } from './role-members.ts'
export { alertableRoles, describeRoles, lastChangesOfRoles, rulesOf, versionsOfRoles } from './role-record.ts'
export { checkRoleChange, saveRole } from './save-role.ts'
export { visibleGroups } from './visible-groups.ts'

export const roleHandlers = {
  listRoles,
  listClientRoles,
  getRole,
  putRole,
  deleteRole,
  listRoleVersions,
  previewRole,
} satisfies Partial<Handlers>
