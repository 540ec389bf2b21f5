import { calls } from '@holdfast/contract'
import { type ServedCall, serve } from '../../platform/http/index.ts'
import { endPortalUserSessions } from './end-portal-user-sessions.ts'
import { listPortalUsers } from './list-portal-users.ts'
import { removePortalUser } from './remove-portal-user.ts'
import { restorePortalUser } from './restore-portal-user.ts'

export const portalUserCalls: readonly ServedCall[] = [
  serve(calls.listPortalUsers, listPortalUsers),
  serve(calls.listStaff, listPortalUsers),
  serve(calls.removePortalUser, removePortalUser),
  serve(calls.restorePortalUser, restorePortalUser),
  serve(calls.endPortalUserSessions, endPortalUserSessions),
]
