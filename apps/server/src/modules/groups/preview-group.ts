import type { Group } from '@holdfast/access'
import type { CallInput, calls, TagImpact } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { visibleImpact, visitsOf } from '../access-gains/index.ts'
import { tagsOfDeletedGroup } from './group-record.ts'
import { assertMayChangeGroup, assertMayCreateGroup, isVisibleTo } from './may-write-group.ts'
import { loadTagRules, tagsWithDefaults } from './tag-rules.ts'

/**
 * `POST /groups/{group_reference}/preview`: who would gain or lose which access by these tags. Refused if the caller may not
 * save them. For a new group, access can only be gained to what is left of a deleted group with the same reference.
 */
export const previewGroup = async (
  ctx: RequestContext,
  { params, body }: CallInput<typeof calls.previewGroup>,
): Promise<TagImpact> => {
  const { group_reference } = params
  ctx.setAuditGroup(group_reference)
  const visits = await visitsOf(ctx)
  const known = (await ctx.groups()).get(group_reference)
  return ctx.read(async (tx) => {
    const after = { group_reference, tags: tagsWithDefaults(body.tags, await loadTagRules(tx)) }
    const isKnown = known !== undefined && isVisibleTo(ctx.access, known)
    if (isKnown) assertMayChangeGroup(ctx.access, { before: known, after })
    else assertMayCreateGroup(ctx.access, after)
    const tags = isKnown ? known.tags : known ? undefined : await tagsOfDeletedGroup(tx, group_reference)
    const before: Group | null = tags ? { group_reference, tags } : null
    const changes = before ? [{ before, after }] : []
    return visibleImpact(ctx, tx, changes, visits)
  })
}
