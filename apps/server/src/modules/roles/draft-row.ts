import { type CallInput, type calls, ProductError, type RoleDraft, type RoleDraftState } from '@holdfast/contract'
import { sql } from 'kysely'
import { answerTableList, type RequestContext } from '../../core/calls/index.ts'
import { isEqual, type TenantTransaction } from '../../platform/database/index.ts'
import { approvableDrafts } from './approvers.ts'

export const draftColumns = [
  'client',
  'draft_reference',
  'role_reference',
  'base_version',
  'note',
  'state',
  'handed_over_at',
  'handed_over_by',
  'decided_at',
  'decided_by',
  'decision_note',
] as const

/** `GET /role_drafts`. */
export const listRoleDrafts = async (ctx: RequestContext, { query }: CallInput<typeof calls.listRoleDrafts>) => {
  const approvable = query.filter?.is_approvable === undefined ? null : await approvableDrafts(ctx)
  return answerTableList(ctx, query, {
    table: 'role_drafts',
    columns: draftColumns,
    key: ['draft_reference'],
    direction: 'desc',
    conditions: ({ state, is_approvable }) => [
      isEqual('state', state),
      is_approvable === undefined
        ? undefined
        : sql<boolean>`(draft_reference = any(${approvable ?? []}::text[])) = ${is_approvable}`,
    ],
    toItems: (drafts) => drafts,
  })
}

/** `GET /role_drafts/{draft_reference}`. */
export const getRoleDraft = async (ctx: RequestContext, { params }: CallInput<typeof calls.getRoleDraft>) => {
  const draft = await ctx.read((tx) => selectDraft(tx, params.draft_reference).executeTakeFirst())
  if (!draft) throw new ProductError('request.not_found')
  return draft
}

const selectDraft = (tx: TenantTransaction, draft_reference: string) =>
  tx.db
    .selectFrom('role_drafts')
    .select([...draftColumns, 'role'])
    .where('client', '=', tx.client)
    .where('draft_reference', '=', draft_reference)

/**
 * Locks a draft that waits for a decision.
 * @throws ProductError `request.not_found`, `role_draft.is_decided`
 */
export const lockWaitingDraft = async (tx: TenantTransaction, draft_reference: string) => {
  const draft = await selectDraft(tx, draft_reference).forUpdate().executeTakeFirst()
  if (!draft) throw new ProductError('request.not_found')
  if (draft.state !== 'waiting') throw new ProductError('role_draft.is_decided')
  return draft
}

/** Stores what became of a draft. */
export const settleDraft = (
  tx: TenantTransaction,
  draft_reference: string,
  decision: { state: RoleDraftState; decided_by: string; decision_note: string | null },
): Promise<RoleDraft> =>
  tx.db
    .updateTable('role_drafts')
    .set({ ...decision, decided_at: tx.now })
    .where('client', '=', tx.client)
    .where('draft_reference', '=', draft_reference)
    .returning(draftColumns)
    .executeTakeFirstOrThrow()
