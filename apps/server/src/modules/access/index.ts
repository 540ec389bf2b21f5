import { calls } from '@holdfast/contract'
import { type ServedCall, serve } from '../../platform/http/index.ts'
import { explainAccess } from './explain-access.ts'
import { explainGranting } from './explain-granting.ts'
import { listPayloadAccess } from './list-payload-access.ts'

export const accessCalls: readonly ServedCall[] = [
  serve(calls.explainAccess, explainAccess),
  serve(calls.explainGranting, explainGranting),
  serve(calls.listPayloadAccess, listPayloadAccess),
]

export { accessesOf, compiledOf, heldInVisit, ofNoVisit, rulesIn } from './held-roles.ts'
export { type AssigneeKind, assigneesAfter, beforeAllAssignees, rolesHeld } from './role-assignees.ts'
