import { type CallInput, type calls, ProductError, type RoleDraft } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { checkRoleChange, visibleGroups } from '../roles/index.ts'
import { withdrawDraft } from './decide-role-draft.ts'
import { personOfAccount, storeDraft } from './store-draft.ts'

/**
 * `POST /role_drafts`: hands a change of a role to those who may grant it. It is checked like a save, except for what its author
 * may grant, so that whoever approves it needs one step. A draft that it replaces is withdrawn in the same transaction, so that nobody
 * can approve a change that they have not read.
 */
export const handOverRole = async (
  ctx: RequestContext,
  { body }: CallInput<typeof calls.handOverRole>,
): Promise<RoleDraft> => {
  const { note, role_reference, version, replaces, ...role } = body
  const author = personOfAccount(ctx)
  const groups = await visibleGroups(ctx)
  return ctx.transaction(async (tx) => {
    const { before, fields } = await checkRoleChange(tx, { role_reference, version, given: role, groups })
    const change = {
      kind: 'role',
      subject: role_reference,
      version,
      role,
      before,
      after: fields,
      replaces,
      note,
    } as const
    const draft = await storeDraft(tx, author, change)
    if (replaces !== undefined) {
      const { kind } = await withdrawDraft(ctx, tx, replaces)
      if (kind !== 'role') throw new ProductError('request.not_found')
    }
    return draft
  })
}
