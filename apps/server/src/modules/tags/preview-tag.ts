import type { CallInput, calls, TagImpact } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { visibleImpact, visitsOf } from '../access-gains/index.ts'
import { allGroups } from '../groups/index.ts'
import { changesOfInvalidGroups } from './invalid-groups.ts'
import { assertMayChangeAll } from './update-invalid-groups.ts'

/** `POST /tags/{tag_key}/preview`: who would gain or lose which access by a forced change or deletion, if the caller may force it. */
export const previewTag = async (
  ctx: RequestContext,
  { params: { tag_key }, body: { definition } }: CallInput<typeof calls.previewTag>,
): Promise<TagImpact> => {
  const visits = await visitsOf(ctx)
  return ctx.read(async (tx) => {
    const rules = definition && { tag_key, ...definition }
    const changes = changesOfInvalidGroups(tag_key, rules, await allGroups(tx))
    assertMayChangeAll(ctx, changes)
    return visibleImpact(ctx, tx, changes, visits)
  })
}
