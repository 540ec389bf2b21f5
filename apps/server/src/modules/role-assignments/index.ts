import type { Handlers } from '../../core/calls/index.ts'
import { putRoleAssignment } from './put-role-assignment.ts'

export { giveAndTell } from './put-role-assignment.ts'

export const roleAssignmentHandlers = { putRoleAssignment } satisfies Partial<Handlers>
