import { type CallInput, type calls, ProductError, type TagDefinition } from '@holdfast/contract'
import { answerTableList, type RequestContext } from '../../core/calls/index.ts'
import { isEqual } from '../../platform/database/index.ts'
import { tagColumns, tagDefinitions } from './tag-record.ts'

/** `GET /tags`: ordered by key. */
export const listTags = (ctx: RequestContext, { query }: CallInput<typeof calls.listTags>) =>
  answerTableList(ctx, query, {
    table: 'tag_definitions',
    columns: tagColumns,
    key: ['tag_key'],
    conditions: ({ is_required }) => [isEqual('is_required', is_required)],
    toItems: (tags) => tags,
  })

/** `GET /tags/{tag_key}`. */
export const getTag = async (
  ctx: RequestContext,
  { params }: CallInput<typeof calls.getTag>,
): Promise<TagDefinition> => {
  const tag = await ctx.read((tx) => tagDefinitions.find(tx, params.tag_key))
  if (!tag) throw new ProductError('request.not_found')
  return tag
}
