import { type CallInput, type calls, ProductError, payloadTypes, spanOfDateParameter } from '@holdfast/contract'
import { sql } from 'kysely'
import { answerTableList, type RequestContext } from '../../core/calls/index.ts'
import { type Condition, containsText, isAnyOf, isEqual } from '../../platform/database/index.ts'
import { isVisibleIn } from '../payloads/index.ts'
import { commentColumns, commentedPayload, comments, toComments } from './comment-record.ts'

/** Newest first, since identifiers begin with the time of creation. */
const commentList = {
  table: 'comments',
  columns: commentColumns,
  key: ['comment_id'],
  direction: 'desc',
} as const

/** `GET /comments`: comments on recordings that the caller may read. */
export const listComments = async (ctx: RequestContext, { query }: CallInput<typeof calls.listComments>) => {
  const visible = await visibleComments(ctx)
  return answerTableList(ctx, query, {
    ...commentList,
    conditions: ({ is_closed = false, groups, raised_by, search, date_from, date_to }) => [
      ...visible,
      isEqual('is_closed', is_closed),
      isAnyOf('group', groups),
      isEqual('raised_by', raised_by),
      containsText(['comment_body'], search),
      date_from === undefined
        ? undefined
        : sql<boolean>`created_at >= ${spanOfDateParameter(date_from).from}::timestamptz`,
      date_to === undefined ? undefined : sql<boolean>`created_at < ${spanOfDateParameter(date_to).until}::timestamptz`,
    ],
    toItems: (rows) => ctx.read((tx) => toComments(tx, rows)),
  })
}

/** `GET /payloads/{payload_reference}/comments`. */
export const listPayloadComments = async (
  ctx: RequestContext,
  { params: { payload_reference }, query }: CallInput<typeof calls.listPayloadComments>,
) => {
  const required = { payload_reference, action: 'comments:read', groups: await ctx.groups() } as const
  await ctx.read((tx) => commentedPayload(ctx, tx, required))
  return answerTableList(ctx, query, {
    ...commentList,
    list: `comments of ${payload_reference}`,
    conditions: ({ is_closed = false }) => [
      isEqual('payload_reference', payload_reference),
      isEqual('is_closed', is_closed),
    ],
    toItems: (rows) => ctx.read((tx) => toComments(tx, rows)),
  })
}

/** `GET /payloads/{payload_reference}/comments/{comment_id}/versions`. */
export const listCommentVersions = async (
  ctx: RequestContext,
  { params: { payload_reference, comment_id }, query }: CallInput<typeof calls.listCommentVersions>,
) => {
  const required = { payload_reference, action: 'comments:read', groups: await ctx.groups() } as const
  await ctx.read(async (tx) => {
    await commentedPayload(ctx, tx, required)
    const comment = await comments.find(tx, comment_id)
    if (comment?.payload_reference !== payload_reference) throw new ProductError('request.not_found')
  })
  return answerTableList(ctx, query, {
    list: `versions of ${comment_id}`,
    table: 'comment_versions',
    key: ['version'],
    direction: 'desc',
    conditions: () => [isEqual('comment_id', comment_id)],
    toItems: (rows) => rows.map(({ version, ...row }) => ({ ...row, comment_version: version })),
  })
}

/** The conditions for comments that the caller may read, on recordings that they may read. */
export const visibleComments = async (ctx: RequestContext): Promise<Condition[]> => {
  const visible = await Promise.all([
    ctx.visibility('comments:read', payloadTypes),
    ctx.visibility('payloads:read', payloadTypes),
  ])
  return visible.map(isVisibleIn)
}
