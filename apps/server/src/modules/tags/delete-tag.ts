import { type CallInput, type calls, ProductError, type TagDeletion } from '@holdfast/contract'
import { bumpAccessVersion } from '../../core/authorization/index.ts'
import type { RequestContext } from '../../core/calls/index.ts'
import { assertVersion } from '../../platform/http/index.ts'
import { visitsOf } from '../access-gains/index.ts'
import { tagDefinitions } from './tag-record.ts'
import { updateInvalidGroups } from './update-invalid-groups.ts'

type Input = CallInput<typeof calls.deleteTag>

/** `DELETE /tags/{tag_key}`: if forced, removes the tag from the groups that have it. */
export const deleteTag = async (ctx: RequestContext, { params, query }: Input): Promise<TagDeletion> => {
  const forced = { force_update: query.force_update === true, accept_gains: query.accept_gains === true }
  const visits = await visitsOf(ctx)
  return ctx.transaction(async (tx) => {
    const { tag_key } = params
    await bumpAccessVersion(tx)
    const tag = await tagDefinitions.lock(tx, tag_key)
    if (!tag) throw new ProductError('request.not_found')
    assertVersion(query.version, tag)
    const changed = await updateInvalidGroups(ctx, tx, { tag_key, rules: null, ...forced, visits })
    await tagDefinitions.remove(tx, tag_key)
    const { tag_values, is_required, default_value } = tag
    tx.audit('tag.deleted', {
      tag_key,
      before: { tag_values, is_required, default_value },
      changed_groups: changed.all,
    })
    return { changed_groups: changed.named, changed_total: changed.all.length }
  })
}
