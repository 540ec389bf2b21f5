import { calls } from '@holdfast/contract'
import { type ServedCall, serve } from '../../platform/http/index.ts'
import { listPortalUsers } from './list-portal-users.ts'

export const portalUserCalls: readonly ServedCall[] = [
  serve(calls.listPortalUsers, listPortalUsers),
  serve(calls.listStaff, listPortalUsers),
]
