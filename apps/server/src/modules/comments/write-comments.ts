import { type CallInput, type calls, type PayloadComment, ProductError } from '@holdfast/contract'
import { isUnchanged, type RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { assertVersion } from '../../platform/http/index.ts'
import { newId } from '../../platform/identifiers.ts'
import { lockPayload, markCommented } from '../payloads/index.ts'
import { type IndexedPayload, storeCommentWords } from '../words/index.ts'
import { commentedPayload, comments, toComment } from './comment-record.ts'
import { mentionedIn, notifyMentioned } from './mentions.ts'
import { openCommentsOf } from './open-comments.ts'

/** `POST /payloads/{payload_reference}/comments`. */
export const createComment = async (
  ctx: RequestContext,
  { params: { payload_reference }, body }: CallInput<typeof calls.createComment>,
): Promise<PayloadComment> => {
  const required = { payload_reference, action: 'comments:write', groups: await ctx.groups() } as const
  return ctx.transaction(async (tx) => {
    const payload = await commentedPayload(ctx, tx, required)
    const { payload_type, group } = payload
    await lockPayload(tx, payload_reference)
    const comment_id = newId(tx.now)
    const author = ctx.actor.reference
    const mentions = await mentionedIn(ctx, tx, payload, body)
    const fields = { payload_reference, payload_type, group, ...fieldsOf(body), mentions, raised_by: author }
    const comment = await comments.insert(tx, comment_id, fields, author)
    await notifyMentioned(tx, payload, { people: mentions, author })
    await markCommented(tx, [payload_reference], true)
    await storeWordsOf(ctx, tx, payload)
    const after = { ...fieldsOf(body), ...(mentions.length > 0 && { mentions }) }
    tx.audit('comment.created', { payload_reference, payload_type, comment_id, after }, [group])
    return toComment(tx, comment)
  })
}

/** `PUT /payloads/{payload_reference}/comments/{comment_id}`: the previous text is stored as a version. */
export const putComment = async (
  ctx: RequestContext,
  { params: { payload_reference, comment_id }, body }: CallInput<typeof calls.putComment>,
): Promise<PayloadComment> => {
  const required = { payload_reference, action: 'comments:write', groups: await ctx.groups() } as const
  return ctx.transaction(async (tx) => {
    const payload = await commentedPayload(ctx, tx, required)
    const { payload_type, group } = payload
    await lockPayload(tx, payload_reference)
    const stored = await lockComment(tx, payload_reference, comment_id)
    if (stored.raised_by !== ctx.actor.reference) throw new ProductError('comment.not_own')
    assertVersion(body.version, stored)
    const { comment_body, comment_duration, version, updated_at, updated_by } = stored
    const before = { comment_body, comment_duration }
    const mentions = await mentionedIn(ctx, tx, payload, body)
    const isMentionedBefore = new Set(stored.mentions)
    const added = mentions.filter((person) => !isMentionedBefore.has(person))
    if (isUnchanged(before, fieldsOf(body)) && added.length === 0) {
      tx.audit('record.unchanged', { payload_reference, payload_type, comment_id })
      return toComment(tx, stored)
    }
    await tx.db
      .insertInto('comment_versions')
      .values({ client: tx.client, comment_id, version, ...before, updated_at, updated_by })
      .execute()
    const author = ctx.actor.reference
    const comment = await comments.replace(tx, comment_id, { ...fieldsOf(body), mentions }, author)
    await storeWordsOf(ctx, tx, payload)
    await notifyMentioned(tx, payload, { people: added, author })
    const after = { ...fieldsOf(body), ...(mentions.length > 0 && { mentions }) }
    tx.audit('comment.updated', { payload_reference, payload_type, comment_id, before, after }, [group])
    return toComment(tx, comment)
  })
}

/** `DELETE /payloads/{payload_reference}/comments/{comment_id}`: closed means deleted (product.md section 4). */
export const closeComment = async (
  ctx: RequestContext,
  { params: { payload_reference, comment_id }, query }: CallInput<typeof calls.closeComment>,
): Promise<PayloadComment> => {
  const required = { payload_reference, action: 'comments:delete', groups: await ctx.groups() } as const
  return ctx.transaction(async (tx) => {
    const payload = await commentedPayload(ctx, tx, required)
    const { payload_type, group } = payload
    await lockPayload(tx, payload_reference)
    const stored = await lockComment(tx, payload_reference, comment_id)
    assertVersion(query.version, stored)
    const closed_by = ctx.actor.reference
    const comment = await comments.replace(tx, comment_id, { is_closed: true, closed_by, closed_at: tx.now }, closed_by)
    await markCommented(tx, [payload_reference], await hasOpenComment(tx, payload_reference))
    await storeWordsOf(ctx, tx, payload)
    tx.audit('comment.closed', { payload_reference, payload_type, comment_id }, [group])
    return toComment(tx, comment)
  })
}

const storeWordsOf = (ctx: RequestContext, tx: TenantTransaction, payload: IndexedPayload): Promise<void> =>
  storeCommentWords(tx, ctx.platform, [payload], () => openCommentsOf(tx, [payload.payload_reference]))

const hasOpenComment = async (tx: TenantTransaction, payload_reference: string): Promise<boolean> => {
  const open = await tx.db
    .selectFrom('comments')
    .select('comment_id')
    .where('client', '=', tx.client)
    .where('payload_reference', '=', payload_reference)
    .where('is_closed', '=', false)
    .limit(1)
    .executeTakeFirst()
  return open !== undefined
}

const fieldsOf = ({ message, comment_duration = null }: CallInput<typeof calls.createComment>['body']) => ({
  comment_body: message,
  comment_duration,
})

/** @throws ProductError `request.not_found`, also for a comment on another recording; `comment.closed` */
const lockComment = async (tx: TenantTransaction, payload_reference: string, comment_id: string) => {
  const comment = await comments.lock(tx, comment_id)
  if (comment?.payload_reference !== payload_reference) throw new ProductError('request.not_found')
  if (comment.is_closed) throw new ProductError('comment.closed')
  return comment
}
