import type { Handlers } from '../../core/calls/index.ts'
import type { AnyJob } from '../../core/jobs.ts'
import { decideAccessRequest } from './decide-access-request.ts'
import { expireAccessRequest } from './expire-access-request.ts'
import { listAccessRequestRoles } from './list-access-request-roles.ts'
import { getAccessRequest, listAccessRequests } from './list-access-requests.ts'
import { requestAccess } from './request-access.ts'
import { withdrawAccessRequest } from './withdraw-access-request.ts'

export { rejectRequest, settleApproved } from './decide-access-request.ts'
export { expireRequest } from './expire-access-request.ts'
export { countRequestsFor } from './list-access-requests.ts'
export { openAccessRequest, whoIsAsked } from './request-access.ts'

export const accessRequestHandlers = {
  requestAccess,
  listAccessRequests,
  getAccessRequest,
  listAccessRequestRoles,
  decideAccessRequest,
  withdrawAccessRequest,
} satisfies Partial<Handlers>

export const accessRequestJobs: readonly AnyJob[] = [expireAccessRequest]
