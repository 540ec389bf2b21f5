import { type CallInput, type calls, ProductError, type RoleDraft } from '@holdfast/contract'
import type { AuditedTransaction, RequestContext } from '../../core/calls/index.ts'
import { visitsOf } from '../access-gains/index.ts'
import { rightsToApps } from '../client-apps/index.ts'
import { versionsOfRoles, visibleGroups } from '../roles/index.ts'
import { mayDecideOn, notifyAuthor } from './approvers.ts'
import { assertAuthorStillMay } from './author-still-may.ts'
import { assertWaiting, lockDraft, type StoredDraft, settleDraft } from './draft-row.ts'
import { makeChange } from './make-change.ts'
import { aboutOnTrail, personOfAccount } from './store-draft.ts'

/** `PUT /role_drafts/{draft_reference}`: somebody else approves or rejects it. Approving makes the change as their own. */
export const decideRoleDraft = async (
  ctx: RequestContext,
  { params: { draft_reference }, body: { state, decision_note } }: CallInput<typeof calls.decideRoleDraft>,
): Promise<RoleDraft> => {
  const decided_by = personOfAccount(ctx)
  const prepared = { groups: await visibleGroups(ctx), visits: await visitsOf(ctx), index: await ctx.groups() }
  return ctx.transaction(async (tx) => {
    const draft = await lockDraft(tx, draft_reference)
    assertWaiting(draft)
    const { handed_over_by, kind } = draft
    if (!mayDecideOn(ctx.access, kind)) throw new ProductError('auth.forbidden')
    if (handed_over_by === decided_by) throw new ProductError('role_draft.own')
    if (state === 'approved') {
      const author = await assertAuthorStillMay(tx, draft)
      await assertRolesUnchanged(tx, draft)
      await makeChange(ctx, tx, draft, { ...prepared, may: rightsToApps(author, prepared.index) })
    }
    return settleDecided(tx, draft, { state, decided_by, decision_note: decision_note ?? null })
  })
}

type Decision = Parameters<typeof settleDraft>[2] & { state: 'approved' | 'rejected' }

/** Stores the decision on a draft, after an approved change was made. The draft's row must be locked. */
export const settleDecided = async (
  tx: AuditedTransaction,
  draft: Pick<StoredDraft, 'draft_reference' | 'handed_over_by' | 'kind' | 'subject' | 'change'>,
  decision: Decision,
): Promise<RoleDraft> => {
  const { draft_reference, handed_over_by } = draft
  const { state, decision_note } = decision
  tx.audit(state === 'approved' ? 'role_draft.approved' : 'role_draft.rejected', {
    draft_reference,
    ...aboutOnTrail(draft),
    requested_by: handed_over_by,
    ...(decision_note && { reason: decision_note }),
  })
  const settled = await settleDraft(tx, draft_reference, decision)
  await notifyAuthor(tx, settled)
  return settled
}

/** What is approved is what was handed over: the roles that it gives have to be the same. */
const assertRolesUnchanged = async (tx: AuditedTransaction, { role_versions }: StoredDraft): Promise<void> => {
  const present = await versionsOfRoles(tx, Object.keys(role_versions))
  const isSame = Object.entries(role_versions).every(([role, version]) => present[role] === version)
  if (!isSame) throw new ProductError('edit.conflict')
}

/** `DELETE /role_drafts/{draft_reference}`: its author withdraws it. 404 for people who may not see it. */
export const withdrawRoleDraft = (
  ctx: RequestContext,
  { params: { draft_reference } }: CallInput<typeof calls.withdrawRoleDraft>,
): Promise<undefined> =>
  ctx.transaction(async (tx) => {
    await withdrawDraft(ctx, tx, draft_reference)
    return undefined
  })

/** @throws ProductError `request.not_found`, `role_draft.is_decided`, `role_draft.not_own` */
export const withdrawDraft = async (
  ctx: RequestContext,
  tx: AuditedTransaction,
  draft_reference: string,
): Promise<StoredDraft> => {
  const decided_by = personOfAccount(ctx)
  const draft = await lockDraft(tx, draft_reference)
  if (draft.handed_over_by !== decided_by) {
    throw new ProductError(ctx.access.can('roles:read') ? 'role_draft.not_own' : 'request.not_found')
  }
  assertWaiting(draft)
  await settleDraft(tx, draft_reference, { state: 'withdrawn', decided_by, decision_note: null })
  tx.audit('role_draft.withdrawn', { draft_reference, ...aboutOnTrail(draft) })
  return draft
}
