import type { Handlers } from '../../core/calls/index.ts'
import type { AnyJob } from '../../core/jobs.ts'
import { cancelSupportAccess } from './cancel-support-access.ts'
import { decideSupportAccess } from './decide-support-access.ts'
import { expireSupportAccess } from './expire-support-access.ts'
import { getLeftBehind } from './get-left-behind.ts'
import { listClientRoles } from './list-client-roles.ts'
import {
  getClientSupportAccess,
  getSupportAccess,
  listClientSupportAccess,
  listSupportAccess,
  listSupportAccessByStatus,
} from './list-support-access.ts'
import { listVisit } from './list-visit.ts'
import { requestSupportAccess } from './request-support-access.ts'
import { enterSupportMode, leaveSupportMode } from './support-mode.ts'

export { scheduleExpiry } from './expire-support-access.ts'
export { openRequest } from './request-support-access.ts'
export { changeRequestState, noticeOf } from './support-request.ts'
export { isInState } from './support-state.ts'

export const supportAccessHandlers = {
  listClientRoles,
  listClientSupportAccess,
  requestSupportAccess,
  getClientSupportAccess,
  cancelSupportAccess,
  listSupportAccessByStatus,
  listSupportAccess,
  getSupportAccess,
  decideSupportAccess,
  listVisit,
  getLeftBehind,
  enterSupportMode,
  leaveSupportMode,
} satisfies Partial<Handlers>

export const supportAccessJobs: readonly AnyJob[] = [expireSupportAccess]
