import type { Handlers } from '../../core/calls/index.ts'
import { deleteRole } from './delete-role.ts'
import { getRole } from './get-role.ts'
import { listRoles } from './list-roles.ts'
import { previewRole } from './preview-role.ts'
import { putRole } from './put-role.ts'

export { foundRoles, listRoles } from './list-roles.ts'
export { rulesOfRoles } from './role-members.ts'

export const roleHandlers = {
  listRoles,
  getRole,
  putRole,
  deleteRole,
  previewRole,
} satisfies Partial<Handlers>
