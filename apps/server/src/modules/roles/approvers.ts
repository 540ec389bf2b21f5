import { setImmediate } from 'node:timers/promises'
import { type Access, changeProblem } from '@holdfast/access'
import type { RoleDraft, RoleRules } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { notifyPeople } from '../notifications/index.ts'
import { peopleWith } from '../portal-users/index.ts'
import { roles, rulesOf } from './role-record.ts'

interface Change {
  /** `null`: the role is new. */
  stored: RoleRules | null
  rules: RoleRules
}

/** Whether somebody may approve a change of a role that another person handed over. */
const mayApprove = (access: Access, { stored, rules }: Change): boolean =>
  access.can('roles:read') && access.can('roles:write') && changeProblem(access, stored, rules) === null

/** Notifies whoever may approve a change that was handed over. */
export const notifyApprovers = async (
  tx: TenantTransaction,
  { draft_reference, role_reference, handed_over_by }: RoleDraft,
  change: Change,
): Promise<void> => {
  const approvers = await peopleWith(tx, (access) => mayApprove(access, change))
  await notifyPeople(
    tx,
    approvers.map(({ user_reference }) => ({
      recipient: user_reference,
      kind: 'role_draft_handed_over',
      caused_by: handed_over_by,
      reference: draft_reference,
      name: role_reference,
    })),
  )
}

/** Tells whoever handed a change over what became of it. */
export const notifyAuthor = (
  tx: TenantTransaction,
  { draft_reference, role_reference, handed_over_by, decided_by, state }: RoleDraft,
): Promise<void> =>
  notifyPeople(tx, [
    {
      recipient: handed_over_by,
      kind: state === 'approved' ? 'role_draft_approved' : 'role_draft_rejected',
      caused_by: decided_by,
      reference: draft_reference,
      name: role_reference,
    },
  ])

/**
 * The waiting drafts that the caller may approve; `null` for callers who may approve none: staff on a visit, client apps, and people who may not
 * change roles. At most 100 wait (`maxWaitingRoleDrafts`).
 */
export const approvableDrafts = async (ctx: RequestContext): Promise<string[] | null> => {
  const { caller, access } = ctx
  if (caller.kind !== 'portal_user' || caller.visit) return null
  if (!access.can('roles:read') || !access.can('roles:write')) return null
  const { drafts, stored } = await ctx.read((tx) => othersDrafts(tx, caller.user_reference))
  const approvable = []
  for (const { draft_reference, role_reference, role } of drafts) {
    const before = stored.get(role_reference) ?? null
    if (mayApprove(access, { stored: before, rules: rulesOf(role_reference, role) })) approvable.push(draft_reference)
    // Comparing large roles takes a while; other calls can run in between.
    await setImmediate()
  }
  return approvable
}

const othersDrafts = async (tx: TenantTransaction, author: string) => {
  const drafts = await tx.db
    .selectFrom('role_drafts')
    .select(['draft_reference', 'role_reference', 'role'])
    .where('client', '=', tx.client)
    .where('state', '=', 'waiting')
    .where('handed_over_by', '<>', author)
    .execute()
  const references = drafts.map(({ role_reference }) => role_reference)
  const rows = references.length > 0 ? await roles.select(tx).where('role_reference', 'in', references).execute() : []
  return { drafts, stored: new Map(rows.map((row) => [row.role_reference, rulesOf(row.role_reference, row)])) }
}
