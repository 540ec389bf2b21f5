import { calls } from '@holdfast/contract'
import { type ServedCall, serve } from '../../platform/http/index.ts'
import type { AnyJob } from '../../platform/jobs/run-jobs.ts'
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

export { expireInTime } from './expire-support-access.ts'
export { openRequest } from './request-support-access.ts'
export { moveRequest, noticeOf } from './support-request.ts'
export { isInState } from './support-state.ts'

export const supportAccessCalls: readonly ServedCall[] = [
  serve(calls.listClientRoles, listClientRoles),
  serve(calls.listClientSupportAccess, listClientSupportAccess),
  serve(calls.requestSupportAccess, requestSupportAccess),
  serve(calls.getClientSupportAccess, getClientSupportAccess),
  serve(calls.cancelSupportAccess, cancelSupportAccess),
  serve(calls.listSupportAccessByStatus, listSupportAccessByStatus),
  serve(calls.listSupportAccess, listSupportAccess),
  serve(calls.getSupportAccess, getSupportAccess),
  serve(calls.decideSupportAccess, decideSupportAccess),
  serve(calls.listVisit, listVisit),
  serve(calls.getLeftBehind, getLeftBehind),
  serve(calls.enterSupportMode, enterSupportMode),
  serve(calls.leaveSupportMode, leaveSupportMode),
]

export const supportAccessJobs: readonly AnyJob[] = [expireSupportAccess]
