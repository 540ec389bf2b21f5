import { type CallInput, type calls, limits, ProductError, type RoleDraft } from '@holdfast/contract'
import { sql } from 'kysely'
import type { RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { newId } from '../../platform/identifiers.ts'
import { notifyApprovers, notifyAuthor } from './approvers.ts'
import { draftColumns, lockWaitingDraft, settleDraft } from './draft-row.ts'
import { rulesOf } from './role-record.ts'
import { checkRoleChange, saveRole } from './save-role.ts'
import { visibleGroups } from './visible-groups.ts'

/**
 * `POST /role_drafts`: hands a change of a role to those who may grant it. It is checked like a save, except for what its author
 * may grant, so that whoever approves it needs one step.
 */
export const handOverRole = async (
  ctx: RequestContext,
  { body }: CallInput<typeof calls.handOverRole>,
): Promise<RoleDraft> => {
  const { note, role_reference, version, ...fields } = body
  const handed_over_by = personOfAccount(ctx)
  const groups = await visibleGroups(ctx)
  return ctx.transaction(async (tx) => {
    const { stored, rules } = await checkRoleChange(tx, { role_reference, version, given: fields, groups })
    await assertRoom(tx)
    const draft_reference = newId(tx.now)
    const draft = await tx.db
      .insertInto('role_drafts')
      .values({
        client: tx.client,
        draft_reference,
        role_reference,
        base_version: version,
        role: JSON.stringify(fields),
        note,
        state: 'waiting',
        handed_over_at: tx.now,
        handed_over_by,
      })
      .returning(draftColumns)
      .executeTakeFirstOrThrow()
    await notifyApprovers(tx, draft, { stored: stored && rulesOf(role_reference, stored), rules })
    tx.audit('role_draft.handed_over', { draft_reference, role_reference, reason: note, after: fields })
    return draft
  })
}

/** `PUT /role_drafts/{draft_reference}`: somebody else approves or rejects it. Approving saves the role as their own change. */
export const decideRoleDraft = async (
  ctx: RequestContext,
  { params: { draft_reference }, body: { state, decision_note } }: CallInput<typeof calls.decideRoleDraft>,
): Promise<RoleDraft> => {
  const decided_by = personOfAccount(ctx)
  const groups = await visibleGroups(ctx)
  return ctx.transaction(async (tx) => {
    const { handed_over_by, role_reference, base_version, role } = await lockWaitingDraft(tx, draft_reference)
    if (handed_over_by === decided_by) throw new ProductError('role_draft.own')
    const details = {
      draft_reference,
      role_reference,
      requested_by: handed_over_by,
      ...(decision_note && { reason: decision_note }),
    }
    if (state === 'approved') await saveRole(ctx, tx, { role_reference, version: base_version, given: role, groups })
    tx.audit(state === 'approved' ? 'role_draft.approved' : 'role_draft.rejected', details)
    const settled = await settleDraft(tx, draft_reference, { state, decided_by, decision_note: decision_note ?? null })
    await notifyAuthor(tx, settled)
    return settled
  })
}

/** `DELETE /role_drafts/{draft_reference}`. */
export const withdrawRoleDraft = (
  ctx: RequestContext,
  { params: { draft_reference } }: CallInput<typeof calls.withdrawRoleDraft>,
): Promise<undefined> => {
  const decided_by = personOfAccount(ctx)
  return ctx.transaction(async (tx) => {
    const { handed_over_by, role_reference } = await lockWaitingDraft(tx, draft_reference)
    if (handed_over_by !== decided_by) throw new ProductError('role_draft.not_own')
    await settleDraft(tx, draft_reference, { state: 'withdrawn', decided_by, decision_note: null })
    tx.audit('role_draft.withdrawn', { draft_reference, role_reference })
    return undefined
  })
}

/** Two people decide: neither staff on a visit nor client apps are one of them. */
const personOfAccount = ({ user }: RequestContext): string => {
  if (user.visit) throw new ProductError('auth.forbidden')
  return user.user_reference
}

const assertRoom = async (tx: TenantTransaction): Promise<void> => {
  const limit = limits.maxWaitingRoleDrafts
  const { rows } = await sql<{ total: number }>`select count(*) as total from (
    select from role_drafts where client = ${tx.client} and state = 'waiting' limit ${limit}) waiting`.execute(tx.db)
  if ((rows[0]?.total ?? 0) >= limit) throw new ProductError('role_draft.too_many')
}
