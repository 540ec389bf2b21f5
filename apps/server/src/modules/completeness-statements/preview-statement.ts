import { type CallInput, type calls, ProductError, type StatementContent } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { contentOf, endOfMonth } from './statement-content.ts'
import { namesToSee } from './statement-names.ts'

interface Month {
  group: string
  month: string
}

/**
 * Whether the caller may state this month of this group.
 * @throws ProductError `request.not_found` for a group that the caller may not see; `auth.forbidden`; `completeness.month_not_over`
 */
export const assertMayState = async (ctx: RequestContext, { group, month }: Month): Promise<void> => {
  if (!(await ctx.can('completeness:read', group))) throw new ProductError('request.not_found')
  ctx.setAuditGroup(group)
  if (!(await ctx.can('completeness:state', group))) throw new ProductError('auth.forbidden')
  if (Date.now() < endOfMonth(month)) throw new ProductError('completeness.month_not_over')
}

/** `GET /completeness/statement`. */
export const previewCompletenessStatement = async (
  ctx: RequestContext,
  { query }: CallInput<typeof calls.previewCompletenessStatement>,
): Promise<StatementContent> => {
  await assertMayState(ctx, query)
  const names = await namesToSee(ctx)
  return ctx.read((tx) => contentOf(tx, { ...query, names }))
}
