import type { Group } from '@holdfast/access'
import type { Action } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { runSteps } from '../../platform/yield-to-event-loop.ts'
import { deletedGroups } from './group-record.ts'

/**
 * The groups in which the caller may read what they left: also deleted groups, which count with their last tags, so that nothing
 * is lost with a group. `all` without a limit.
 */
export const groupsEver = async (ctx: RequestContext, action: Action): Promise<readonly string[] | 'all'> => {
  const { access } = ctx
  if (access.isUnlimited(action)) return 'all'
  const deleted = await goneGroups(ctx)
  return [...(await ctx.groupsFor(action)), ...(await runSteps(access.groupsForInSteps(action, deleted)))]
}

/** Deleted groups with their last tags, unless there is a new one of the same name. */
export const goneGroups = async (ctx: RequestContext): Promise<Group[]> => {
  const groups = await ctx.groups()
  const rows = await ctx.read(deletedGroups)
  return rows.filter(({ group_reference }) => !groups.get(group_reference))
}
