import { calls } from '@holdfast/contract'
import { type ServedCall, serve } from '../../platform/http/index.ts'
import { deleteRole } from './delete-role.ts'
import { getRole } from './get-role.ts'
import { listRoles } from './list-roles.ts'
import { previewRole } from './preview-role.ts'
import { putRole } from './put-role.ts'

export { listRoles } from './list-roles.ts'
export { rulesOfRoles } from './role-members.ts'

export const roleCalls: readonly ServedCall[] = [
  serve(calls.listRoles, listRoles),
  serve(calls.getRole, getRole),
  serve(calls.putRole, putRole),
  serve(calls.deleteRole, deleteRole),
  serve(calls.previewRole, previewRole),
]
