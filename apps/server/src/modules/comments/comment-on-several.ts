import type { CallInput, CallResponse, CommentOutcome, calls } from '@holdfast/contract'
import { sql } from 'kysely'
import type { AuditedTransaction, RequestContext } from '../../core/calls/index.ts'
import { insertRows, type PayloadRow, type TenantTransaction } from '../../platform/database/index.ts'
import { newId } from '../../platform/identifiers.ts'
import { decideEachPayload, markCommented } from '../payloads/index.ts'
import { storeCommentWords } from '../words/index.ts'
import { mentionedOnEach, notifyMentionedOnEach } from './mentions.ts'
import { openCommentsOf } from './open-comments.ts'

type Body = CallInput<typeof calls.commentOnPayloads>['body']

/**
 * `POST /comments`: the same comment on several recordings, each of which is decided on its own. Sent again with the same
 * idempotency key, it answers with the comments that it wrote.
 */
export const commentOnPayloads = async (
  ctx: RequestContext,
  { body }: CallInput<typeof calls.commentOnPayloads>,
): Promise<CallResponse<typeof calls.commentOnPayloads>> => {
  const { payload_references } = body
  const groups = await ctx.groups()
  return ctx.transaction(async (tx) => {
    const decided = await decideEachPayload(ctx, tx, { payload_references, action: 'comments:write', groups })
    const earlier = await writtenBefore(tx, ctx.actor.reference, body)
    const fresh = decided.accepted.filter(({ payload_reference }) => !earlier.has(payload_reference))
    const written = new Map([...earlier, ...(await write(ctx, tx, body, fresh))])
    const items = payload_references.map((payload_reference): CommentOutcome => {
      const { code, message } = decided.refusals.get(payload_reference) ?? {}
      if (code) return { payload_reference, result: 'refused', comment_id: null, code, message: message ?? code }
      return { payload_reference, result: 'commented', comment_id: written.get(payload_reference) ?? null }
    })
    const statusOf = ({ payload_reference, code }: CommentOutcome) =>
      code ?? (earlier.has(payload_reference) ? 'commented_before' : 'commented')
    tx.audit('comments.written', {
      payloads: items.map((item) => ({ payload_reference: item.payload_reference, status: statusOf(item) })),
    })
    return { items }
  })
}

/** The comments that the same request wrote when it was sent before, by reference of the recording. */
const writtenBefore = async (
  tx: TenantTransaction,
  raised_by: string,
  { payload_references, idempotency_key }: Body,
): Promise<ReadonlyMap<string, string>> => {
  if (idempotency_key === undefined) return new Map()
  const rows = await tx.db
    .selectFrom('comments')
    .select(['payload_reference', 'comment_id'])
    .where('client', '=', tx.client)
    .where(sql<boolean>`payload_reference = any(${payload_references}::text[])`)
    .where('raised_by', '=', raised_by)
    .where('idempotency_key', '=', idempotency_key)
    .execute()
  return new Map(rows.map(({ payload_reference, comment_id }) => [payload_reference, comment_id]))
}

const insert = insertRows('comments', [
  'comment_id',
  'payload_reference',
  'payload_type',
  'group',
  'comment_body',
  'mentions',
  'raised_by',
  'is_closed',
  'created_at',
  'updated_at',
  'updated_by',
  'version',
  'idempotency_key',
])

/** Writes the comment on recordings whose rows are locked, and returns the comments by reference of the recording. */
const write = async (
  ctx: RequestContext,
  tx: AuditedTransaction,
  { message, mentions, idempotency_key }: Body,
  payloads: readonly PayloadRow[],
): Promise<ReadonlyMap<string, string>> => {
  if (payloads.length === 0) return new Map()
  const author = ctx.actor.reference
  const mentionedOn = await mentionedOnEach(ctx, tx, { message, ...(mentions && { mentions }) })
  const rows = payloads.map(({ payload_reference, payload_type, group }) => ({
    comment_id: newId(tx.now),
    payload_reference,
    payload_type,
    group,
    comment_body: message,
    mentions: mentionedOn({ payload_reference, payload_type, group }),
    raised_by: author,
    is_closed: false,
    created_at: tx.now,
    updated_at: tx.now,
    updated_by: author,
    version: 1,
    idempotency_key: idempotency_key ?? null,
  }))
  await tx.executeAll([insert(tx.client, rows)])
  const references = rows.map(({ payload_reference }) => payload_reference)
  await markCommented(tx, references, true)
  await storeCommentWords(tx, ctx.platform, payloads, () => openCommentsOf(tx, references))
  await notifyMentionedOnEach(tx, rows, author)
  for (const { payload_reference, payload_type, group, comment_id, mentions } of rows) {
    const after = { comment_body: message, comment_duration: null, ...(mentions.length > 0 && { mentions }) }
    tx.audit('comment.created', { payload_reference, payload_type, comment_id, after }, [group])
  }
  return new Map(rows.map(({ payload_reference, comment_id }) => [payload_reference, comment_id]))
}
