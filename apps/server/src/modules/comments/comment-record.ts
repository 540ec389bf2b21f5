import { type Action, type PayloadComment, ProductError } from '@holdfast/contract'
import type { Selectable } from 'kysely'
import type { RequestContext } from '../../core/calls/index.ts'
import { type LastChange, type Tables, type TenantTransaction, versionedTable } from '../../platform/database/index.ts'
import { findPayload } from '../payloads/index.ts'
import { peopleByReference } from '../portal-users/index.ts'

export const commentColumns = [
  'client',
  'comment_id',
  'payload_reference',
  'payload_type',
  'group',
  'comment_body',
  'comment_duration',
  'raised_by',
  'mentions',
  'is_closed',
  'closed_by',
  'closed_at',
  'created_at',
  'updated_at',
  'updated_by',
  'version',
] as const

export const comments = versionedTable({ table: 'comments', key: 'comment_id', columns: commentColumns })

/** The last changes of those of these comments that were not closed. */
export const lastChangesOfComments = async (
  tx: TenantTransaction,
  comment_ids: readonly string[],
): Promise<LastChange[]> => {
  const open = await comments.select(tx).where('comment_id', 'in', comment_ids).where('is_closed', '=', false).execute()
  return open.map(({ comment_id, updated_by, updated_at }) => ({ reference: comment_id, updated_by, updated_at }))
}

type Groups = Awaited<ReturnType<RequestContext['groups']>>
type CommentRow = Pick<Selectable<Tables['comments']>, (typeof commentColumns)[number]>

/** Comments as they are returned, with the names of the people whom they mention. */
export const toComments = async (tx: TenantTransaction, rows: readonly CommentRow[]): Promise<PayloadComment[]> => {
  const references = [...new Set(rows.flatMap(({ mentions }) => mentions))]
  const people = references.length > 0 ? await peopleByReference(tx, references) : new Map()
  return rows.map(({ created_at, version, mentions, ...row }) => ({
    ...row,
    mentions: mentions.map((user_reference) => ({ user_reference, name: people.get(user_reference)?.name || null })),
    raised_at: created_at,
    comment_version: version,
  }))
}

/** One comment, like `toComments`. */
export const toComment = async (tx: TenantTransaction, row: CommentRow): Promise<PayloadComment> => {
  const [comment] = await toComments(tx, [row])
  if (!comment) throw new Error('a comment without a response')
  return comment
}

/**
 * Finds the recording that the comments are about.
 * @throws ProductError `payload.not_found`, also if the caller may not see it; `auth.forbidden`
 */
export const commentedPayload = async (
  ctx: RequestContext,
  tx: TenantTransaction,
  { payload_reference, action, groups }: { payload_reference: string; action: Action; groups: Groups },
) => {
  const payload = await findPayload(tx, payload_reference)
  const group = payload && groups.get(payload.group)
  const may = (what: Action) => group && ctx.access.can(what, { group, payload_type: payload.payload_type })
  if (!payload || !may('payloads:read')) throw new ProductError('payload.not_found')
  ctx.setAuditGroup(payload.group)
  if (!may(action)) throw new ProductError('auth.forbidden')
  return payload
}
