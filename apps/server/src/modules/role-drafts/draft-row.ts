import {
  type CallInput,
  type calls,
  ProductError,
  type RoleDraft,
  type RoleDraftDetail,
  type RoleDraftState,
} from '@holdfast/contract'
import { sql } from 'kysely'
import { answerTableList, type RequestContext } from '../../core/calls/index.ts'
import { isEqual, type TenantTransaction } from '../../platform/database/index.ts'
import { approvableDrafts, namedApprovers } from './approvers.ts'

const draftColumns = [
  'client',
  'draft_reference',
  'kind',
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

type DraftRow = Omit<RoleDraft, 'subject' | 'role_reference'> & { role_reference: string }

const toDraft = <Row extends DraftRow>(row: Row): Row & RoleDraft => ({
  ...row,
  subject: row.role_reference,
  role_reference: row.kind === 'role' ? row.role_reference : null,
})

/** `GET /role_drafts`. */
export const listRoleDrafts = async (ctx: RequestContext, { query }: CallInput<typeof calls.listRoleDrafts>) => {
  const approvable = query.filter?.is_approvable === undefined ? null : await approvableDrafts(ctx)
  return answerTableList(ctx, query, {
    table: 'role_drafts',
    columns: draftColumns,
    key: ['draft_reference'],
    direction: 'desc',
    conditions: ({ state, kind, subject, is_approvable }) => [
      isEqual('state', state),
      isEqual('kind', kind),
      isEqual('role_reference', subject),
      is_approvable === undefined
        ? undefined
        : sql<boolean>`(draft_reference = any(${approvable ?? []}::text[])) = ${is_approvable}`,
    ],
    toItems: (drafts) => drafts.map(toDraft),
  })
}

/** `GET /role_drafts/{draft_reference}`. */
export const getRoleDraft = async (
  ctx: RequestContext,
  { params }: CallInput<typeof calls.getRoleDraft>,
): Promise<RoleDraftDetail> => {
  return ctx.read(async (tx) => {
    const draft = await selectDraft(tx, params.draft_reference).executeTakeFirst()
    if (!draft) throw new ProductError('request.not_found')
    const { role_versions, ...shown } = draft
    const { kind, role_reference: subject, role, handed_over_by, state } = draft
    const approvers =
      state === 'waiting' ? await namedApprovers(tx, { kind, subject, role, role_versions }, handed_over_by) : null
    return { ...toDraft(shown), approvers }
  })
}

const selectDraft = (tx: TenantTransaction, draft_reference: string) =>
  tx.db
    .selectFrom('role_drafts')
    .select([...draftColumns, 'role', 'change', 'role_versions'])
    .where('client', '=', tx.client)
    .where('draft_reference', '=', draft_reference)

/** A draft as it is stored, with the versions of the roles that it gives. */
export type StoredDraft = Awaited<ReturnType<typeof lockWaitingDraft>>

/**
 * Locks a draft that waits for a decision.
 * @throws ProductError `request.not_found`, `role_draft.is_decided`
 */
export const lockWaitingDraft = async (tx: TenantTransaction, draft_reference: string) => {
  const draft = await selectDraft(tx, draft_reference).forUpdate().executeTakeFirst()
  if (!draft) throw new ProductError('request.not_found')
  if (draft.state !== 'waiting') throw new ProductError('role_draft.is_decided')
  const { role_reference: subject, ...rest } = draft
  return { ...rest, subject }
}

/** What is stored of a draft when it is handed over. */
export interface NewDraft
  extends Pick<RoleDraftDetail, 'draft_reference' | 'kind' | 'subject' | 'base_version' | 'role' | 'change' | 'note'> {
  handed_over_by: string
  role_versions: Readonly<Record<string, number>>
}

export const insertDraft = async (tx: TenantTransaction, draft: NewDraft): Promise<RoleDraft> => {
  const { subject, role, change, role_versions, ...rest } = draft
  const row = await tx.db
    .insertInto('role_drafts')
    .values({
      client: tx.client,
      ...rest,
      role_reference: subject,
      role: role && JSON.stringify(role),
      change: change && JSON.stringify(change),
      role_versions: JSON.stringify(role_versions),
      state: 'waiting',
      handed_over_at: tx.now,
    })
    .returning(draftColumns)
    .executeTakeFirstOrThrow()
  return toDraft(row)
}

/** Stores what became of a draft. */
export const settleDraft = async (
  tx: TenantTransaction,
  draft_reference: string,
  decision: { state: RoleDraftState; decided_by: string; decision_note: string | null },
): Promise<RoleDraft> =>
  toDraft(
    await tx.db
      .updateTable('role_drafts')
      .set({ ...decision, decided_at: tx.now })
      .where('client', '=', tx.client)
      .where('draft_reference', '=', draft_reference)
      .returning(draftColumns)
      .executeTakeFirstOrThrow(),
  )
