import { type Group, groupListInSteps } from '@holdfast/access'
import type { RequestContext } from '../../core/calls/index.ts'
import { runSteps } from '../../platform/yield-to-event-loop.ts'

/**
 * The groups on which a caller can try out roles: those that they may see. Others are not even counted, because
 * conditions of a role could be used to guess their names and tags.
 */
export const visibleGroups = async (ctx: RequestContext): Promise<readonly Group[]> => {
  const { all } = await ctx.groups()
  const references = new Set(await ctx.groupsFor('groups:read'))
  const visible = all.filter(({ group_reference }) => references.has(group_reference))
  return visible.length === all.length ? all : runSteps(groupListInSteps(visible))
}
