import { type CallInput, type calls, ProductError, type TagDefinition } from '@holdfast/contract'
import { answerList, type RequestContext } from '../../platform/http/index.ts'
import { selectTags } from './tag-record.ts'

type Filter = NonNullable<CallInput<typeof calls.listTags>['query']['filter']>

/** `GET /tags`, by key. */
export const listTags = (ctx: RequestContext, { query }: CallInput<typeof calls.listTags>) =>
  answerList<Filter, TagDefinition, TagDefinition>(ctx, query, {
    list: 'tags',
    rows: ({ is_required }, limit, position) =>
      ctx.read((tx) =>
        selectTags(tx)
          .where('tag_key', '>', String(position?.[0] ?? ''))
          .$if(is_required !== undefined, (rows) => rows.where('is_required', '=', is_required === true))
          .orderBy('tag_key')
          .limit(limit)
          .execute(),
      ),
    positionOf: ({ tag_key }) => [tag_key],
    toItem: (tag) => tag,
    total: ({ is_required }) =>
      ctx.read(async (tx) => {
        const counted = await tx.db
          .selectFrom('tag_definitions')
          .select((eb) => eb.fn.countAll<number>().as('total'))
          .where('client', '=', tx.client)
          .$if(is_required !== undefined, (rows) => rows.where('is_required', '=', is_required === true))
          .executeTakeFirst()
        return counted?.total ?? 0
      }),
  })

/** `GET /tags/{tag_key}`. */
export const getTag = async (
  ctx: RequestContext,
  { params }: CallInput<typeof calls.getTag>,
): Promise<TagDefinition> => {
  const tag = await ctx.read((tx) => selectTags(tx).where('tag_key', '=', params.tag_key).executeTakeFirst())
  if (!tag) throw new ProductError('request.not_found')
  return tag
}
