import type { AccessGains, CallInput, calls } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { assigneeGains, visibleGains, visitsOf } from '../access-gains/index.ts'
import { allGroups } from '../groups/index.ts'
import { changesOfInvalidGroups } from './invalid-groups.ts'
import { assertMayChangeAll } from './update-invalid-groups.ts'

/** `POST /tags/{tag_key}/preview`: who would gain which access by a forced change or deletion, if the caller may force it. */
export const previewTag = async (
  ctx: RequestContext,
  { params: { tag_key }, body: { definition } }: CallInput<typeof calls.previewTag>,
): Promise<AccessGains> => {
  const visits = await visitsOf(ctx)
  return ctx.read(async (tx) => {
    const rules = definition && { tag_key, ...definition }
    const changes = changesOfInvalidGroups(tag_key, rules, await allGroups(tx))
    assertMayChangeAll(ctx, changes)
    return visibleGains(ctx, changes, await assigneeGains(tx, changes, visits))
  })
}
