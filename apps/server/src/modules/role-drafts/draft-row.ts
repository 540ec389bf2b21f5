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
import { visitsOf } from '../access-gains/index.ts'
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

/** People who see roles see all drafts; other people of the account those that they handed over themselves. */
const seesAll = ({ access }: RequestContext): boolean => access.can('roles:read')

/** Whose drafts they are. Staff on a visit and client apps have none. */
const ownerOf = ({ caller }: RequestContext): string | null =>
  caller.kind === 'portal_user' && !caller.visit ? caller.user_reference : null

/** `GET /role_drafts`. */
export const listRoleDrafts = async (ctx: RequestContext, { query }: CallInput<typeof calls.listRoleDrafts>) => {
  const approvable = query.filter?.is_approvable === undefined ? null : await approvableDrafts(ctx)
  return answerTableList(ctx, query, {
    table: 'role_drafts',
    columns: draftColumns,
    key: ['draft_reference'],
    direction: 'desc',
    conditions: ({ state, kind, subject, is_approvable }) => [
      seesAll(ctx) ? undefined : sql<boolean>`handed_over_by = ${ownerOf(ctx)}`,
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

/** `GET /role_drafts/{draft_reference}`. Those who may approve it are named to people who may see roles. */
export const getRoleDraft = async (
  ctx: RequestContext,
  { params }: CallInput<typeof calls.getRoleDraft>,
): Promise<RoleDraftDetail> => {
  const visits = await visitsOf(ctx)
  return ctx.read(async (tx) => {
    const draft = await selectDraft(tx, params.draft_reference).executeTakeFirst()
    const isSeen = draft && (seesAll(ctx) || draft.handed_over_by === ownerOf(ctx))
    if (!isSeen) throw new ProductError('request.not_found')
    const { role_versions, ...shown } = draft
    const { role_reference: subject, handed_over_by, state } = draft
    const approvers =
      state === 'waiting' ? await namedApprovers(tx, { ...draft, subject, handed_over_by }, visits) : null
    return { ...toDraft(shown), approvers: approvers && { ...approvers, people: seesAll(ctx) ? approvers.people : [] } }
  })
}

const selectDraft = (tx: TenantTransaction, draft_reference: string) =>
  tx.db
    .selectFrom('role_drafts')
    .select([...draftColumns, 'role', 'change', 'role_versions'])
    .where('client', '=', tx.client)
    .where('draft_reference', '=', draft_reference)

/** A draft as it is stored, with the versions of the roles that it gives. */
export type StoredDraft = Awaited<ReturnType<typeof lockDraft>>

/** @throws ProductError `request.not_found` */
export const lockDraft = async (tx: TenantTransaction, draft_reference: string) => {
  const draft = await selectDraft(tx, draft_reference).forUpdate().executeTakeFirst()
  if (!draft) throw new ProductError('request.not_found')
  const { role_reference: subject, ...rest } = draft
  return { ...rest, subject }
}

/** @throws ProductError `role_draft.is_decided` */
export const assertWaiting = ({ state }: Pick<StoredDraft, 'state'>): void => {
  if (state !== 'waiting') throw new ProductError('role_draft.is_decided')
}

/** What is stored of a draft when it is handed over. */
export interface NewDraft
  extends Pick<RoleDraftDetail, 'draft_reference' | 'kind' | 'subject' | 'base_version' | 'role' | 'change' | 'note'> {
  handed_over_by: string
  role_versions: Readonly<Record<string, number>>
}

/** Whether the same author has handed over the identical change, which still waits. Reasons may differ. */
export const isSameWaiting = async (
  tx: TenantTransaction,
  {
    handed_over_by,
    kind,
    subject,
    base_version,
    role,
    change,
  }: Omit<NewDraft, 'draft_reference' | 'note' | 'role_versions'>,
  replaces: string | undefined,
): Promise<boolean> => {
  const same = await tx.db
    .selectFrom('role_drafts')
    .select('draft_reference')
    .where('client', '=', tx.client)
    .where('state', '=', 'waiting')
    .where('handed_over_by', '=', handed_over_by)
    .where('kind', '=', kind)
    .where('role_reference', '=', subject)
    .where('base_version', '=', base_version)
    .where(sql<boolean>`role is not distinct from ${role && JSON.stringify(role)}::jsonb`)
    .where(sql<boolean>`change - 'reason' is not distinct from ${change && JSON.stringify(change)}::jsonb - 'reason'`)
    .where('draft_reference', 'is distinct from', replaces ?? null)
    .executeTakeFirst()
  return same !== undefined
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
