import { calls } from '@holdfast/contract'
import { type ServedCall, serve } from '../../platform/http/index.ts'
import { getRole, listRoles } from './read-roles.ts'

export { listRoles } from './read-roles.ts'

export const roleCalls: readonly ServedCall[] = [serve(calls.listRoles, listRoles), serve(calls.getRole, getRole)]
