import type { Group } from '@holdfast/access'
import { sql } from 'kysely'
import type { Condition } from '../../platform/database/index.ts'
import { runSteps } from '../../platform/event-loop/yield-to-event-loop.ts'
import type { RequestContext } from '../../platform/http/index.ts'

/**
 * What narrows a trail to the entries that the caller may read; `undefined` when nothing does. An entry about a group is for those
 * who may read the trail of that group, one about no group for those who may without a group. A deleted group counts
 * with the tags that it had last; a group that never was is read by those alone whose right is not limited at all.
 */
export const readableTrail = async (ctx: RequestContext): Promise<Condition> => {
  const { access } = ctx
  if (access.isUnlimited('audit:read')) return undefined
  const deleted = await deletedGroups(ctx)
  const groups = [
    ...(await ctx.groupsFor('audit:read')),
    ...(await runSteps(access.groupsForInSteps('audit:read', deleted))),
  ]
  const inGroups = sql<boolean>`"group" = any(${groups}::text[])`
  return access.can('audit:read') ? sql<boolean>`("group" is null or ${inGroups})` : inGroups
}

/**
 * What narrows the trail that a call with an action of its own tells: whoever may make the call needs no `audit:read`, but
 * where it is denied to them for a group, they are told nothing of it here either.
 */
export const undeniedTrail = async (ctx: RequestContext): Promise<Condition> => {
  const { access } = ctx
  if (!access.isDeniedSomewhere('audit:read')) return undefined
  const { all } = await ctx.groups()
  const groups = await runSteps(access.undeniedGroupsInSteps('audit:read', [...all, ...(await deletedGroups(ctx))]))
  return sql<boolean>`("group" is null or "group" = any(${groups}::text[]))`
}

/** Groups that are no more, as they were last. */
const deletedGroups = async (ctx: RequestContext): Promise<Group[]> => {
  const groups = await ctx.groups()
  const rows = await ctx.read((tx) =>
    tx.db.selectFrom('deleted_groups').select(['group_reference', 'tags']).where('client', '=', tx.client).execute(),
  )
  return rows.filter(({ group_reference }) => !groups.get(group_reference))
}
