import type { Handlers } from '../../core/calls/index.ts'
import { decideRoleDraft, withdrawRoleDraft } from './decide-role-draft.ts'
import { getRoleDraft, listRoleDrafts } from './draft-row.ts'
import {
  handOverApp,
  handOverDefaultRole,
  handOverDeviceUser,
  handOverGroup,
  handOverRoleAssignment,
  handOverSecondPerson,
  handOverTag,
} from './hand-over-others.ts'
import { handOverRole } from './hand-over-role.ts'
import { deleteRoleAssignment, removePortalUser } from './last-approver.ts'
import { putAccountSettings } from './put-account-settings.ts'
import { tellApprovers } from './tell-approvers.ts'

export { approvableDrafts } from './approvers.ts'
export { settleDecided } from './decide-role-draft.ts'
export { overdueWatch } from './overdue-watch.ts'
export { type HandedOver, storeDraft } from './store-draft.ts'
export { tellApproversSoon } from './tell-approvers.ts'

export const roleDraftHandlers = {
  handOverRole,
  handOverGroup,
  handOverTag,
  handOverDefaultRole,
  handOverApp,
  handOverRoleAssignment,
  handOverDeviceUser,
  handOverSecondPerson,
  listRoleDrafts,
  getRoleDraft,
  decideRoleDraft,
  withdrawRoleDraft,
  putAccountSettings,
  deleteRoleAssignment,
  removePortalUser,
} satisfies Partial<Handlers>

export const roleDraftJobs = [tellApprovers]
