import type { Handlers } from '../../core/calls/index.ts'
import { explainAccess } from './explain-access.ts'
import { explainGranting } from './explain-granting.ts'
import { listPayloadAccess } from './list-payload-access.ts'

export const explanationHandlers = {
  explainAccess,
  explainGranting,
  listPayloadAccess,
} satisfies Partial<Handlers>

export { accessesOf, compiledOf, existingRules, rolesInVisit, withoutVisit } from './assigned-roles.ts'
export {
  accessToContent,
  type Content,
  type ContentAction,
  canFind,
  contentActions,
  type PreparedRoles,
  preparedRoles,
} from './content-access.ts'
export { payloadAttributes } from './payload-attributes.ts'
export { type AssigneeKind, assigneesAfter, beforeAllAssignees, rolesInUse } from './role-assignees.ts'
