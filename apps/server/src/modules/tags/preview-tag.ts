import type { AccessGains, CallInput, calls } from '@holdfast/contract'
import type { RequestContext } from '../../platform/http/index.ts'
import { assigneeGains, toldGains, visitsOf } from '../retagging/index.ts'
import { changesOfBrokenGroups } from './broken-groups.ts'
import { assertMayChangeAll, loadGroupTags } from './force-on-groups.ts'

/** `POST /tags/{tag_key}/preview`: who would gain which access by a forced change or deletion, if the caller may force it. */
export const previewTag = async (
  ctx: RequestContext,
  { params: { tag_key }, body: { definition } }: CallInput<typeof calls.previewTag>,
): Promise<AccessGains> => {
  const visits = await visitsOf(ctx)
  return ctx.read(async (tx) => {
    const rules = definition && { tag_key, ...definition }
    const changes = changesOfBrokenGroups(tag_key, rules, await loadGroupTags(tx))
    assertMayChangeAll(ctx, changes)
    return toldGains(ctx, changes, await assigneeGains(tx, changes, visits))
  })
}
