import type { CallInput, calls, RoleDraft } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { checkRoleChange, visibleGroups } from '../roles/index.ts'
import { handOver } from './store-draft.ts'

/**
 * `POST /role_drafts`: hands a change of a role to those who may grant it. It is checked like a save, except for what its author
 * may grant, so that whoever approves it needs one step.
 */
export const handOverRole = async (
  ctx: RequestContext,
  { body }: CallInput<typeof calls.handOverRole>,
): Promise<RoleDraft> => {
  const { note, role_reference, version, ...role } = body
  const groups = await visibleGroups(ctx)
  return handOver(ctx, async (tx) => {
    await checkRoleChange(tx, { role_reference, version, given: role, groups })
    return { kind: 'role', subject: role_reference, version, role, note }
  })
}
