import type { Handlers } from '../../core/calls/index.ts'
import type { AnyJob } from '../../core/jobs.ts'
import { cancelSupportAccess } from './cancel-support-access.ts'
import { decideSupportAccess } from './decide-support-access.ts'
import { expireSupportAccess } from './expire-support-access.ts'
import {
  getClientSupportAccess,
  getSupportAccess,
  listClientSupportAccess,
  listSupportAccess,
  listSupportAccessByStatus,
} from './list-support-access.ts'
import { requestSupportAccess } from './request-support-access.ts'
import { enterSupportMode, leaveSupportMode } from './support-mode.ts'

export { agedSupportAccess } from './aged-requests.ts'
export { scheduleExpiry } from './expire-support-access.ts'
export { openRequest } from './request-support-access.ts'
export { changeRequestState, countOpenRequests, findRequest, noticeOf } from './support-request.ts'
export { isInState } from './support-state.ts'
export { approvedAt } from './visit-history.ts'

export const supportAccessHandlers = {
  listClientSupportAccess,
  requestSupportAccess,
  getClientSupportAccess,
  cancelSupportAccess,
  listSupportAccessByStatus,
  listSupportAccess,
  getSupportAccess,
  decideSupportAccess,
  enterSupportMode,
  leaveSupportMode,
} satisfies Partial<Handlers>

export const supportAccessJobs: readonly AnyJob[] = [expireSupportAccess]
