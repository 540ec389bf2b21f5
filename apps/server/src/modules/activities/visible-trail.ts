import { sql } from 'kysely'
import type { RequestContext } from '../../core/calls/index.ts'
import { allOf, type Condition } from '../../platform/database/index.ts'
import { runSteps } from '../../platform/yield-to-event-loop.ts'
import { goneGroups, groupsEver } from '../groups/index.ts'

/**
 * Restricts a trail to the entries that the caller may read; `undefined` if they may read all of it. An entry about a
 * group needs `audit:read` for that group, any other entry needs it without a group. A deleted group counts with its
 * last tags. Entries about a group that never existed need unlimited `audit:read`.
 */
export const readableTrail = async (ctx: RequestContext): Promise<Condition> =>
  allOf(await Promise.all(neededFor(ctx).map((action) => trailWith(ctx, action))))

/** A file has only entries that the caller may read and export. */
const neededFor = ({ isExport }: RequestContext) => (isExport ? trailActions : trailActions.slice(0, 1))
const trailActions = ['audit:read', 'audit:export'] as const

const trailWith = async (ctx: RequestContext, action: (typeof trailActions)[number]): Promise<Condition> => {
  const { access } = ctx
  const groups = await groupsEver(ctx, action)
  if (groups === 'all') return undefined
  const inGroups = sql<boolean>`"group" = any(${groups}::text[])`
  return access.can(action) ? sql<boolean>`("group" is null or ${inGroups})` : inGroups
}

/**
 * Restricts trail entries in a call that needs an action other than `audit:read`. The caller need not have
 * `audit:read`, but entries about groups for which it is denied to them are left out.
 */
export const undeniedTrail = async (ctx: RequestContext): Promise<Condition> =>
  allOf(await Promise.all(neededFor(ctx).map((action) => trailUndenied(ctx, action))))

const trailUndenied = async (ctx: RequestContext, action: (typeof trailActions)[number]): Promise<Condition> => {
  const { access } = ctx
  if (!access.isDeniedSomewhere(action)) return undefined
  const { all } = await ctx.groups()
  const groups = await runSteps(access.undeniedGroupsInSteps(action, [...all, ...(await goneGroups(ctx))]))
  return sql<boolean>`("group" is null or "group" = any(${groups}::text[]))`
}
