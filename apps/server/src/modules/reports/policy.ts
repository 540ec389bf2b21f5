/** The rights of scheduled reports. */
import { ProductError, type Report } from '@holdfast/contract'
import type { PortalUser } from '../../core/authorization/index.ts'
import type { RequestContext } from '../../core/calls/index.ts'

interface Owned {
  author: string
  recipients: readonly string[]
}

/**
 * The person who calls.
 * @throws ProductError `auth.forbidden` for client apps, and for staff on a visit: nothing of theirs stays in the account
 */
export const personWithReports = ({ user }: RequestContext): PortalUser => {
  if (user.visit) throw new ProductError('auth.forbidden')
  return user
}

/** People who may change reports of the whole account, not of some groups alone. */
export const managesAll = ({ access }: RequestContext): boolean => access.can('reports:write')

/** Authors see who gets a report, and so do people who manage all. */
export const seesAll = (ctx: RequestContext, { author }: Owned): boolean =>
  managesAll(ctx) || author === ctx.user.user_reference

export const isSeen = (ctx: RequestContext, report: Owned): boolean =>
  seesAll(ctx, report) || report.recipients.includes(ctx.user.user_reference)

export const mayChange = (ctx: RequestContext, report: Owned): boolean =>
  ctx.access.mayAtAll('reports:write') && seesAll(ctx, report)

export const actsOf = (ctx: RequestContext, report: Owned): Report['may'] => [
  ...(mayChange(ctx, report) ? (['change'] as const) : []),
  ...(report.recipients.includes(ctx.user.user_reference) ? (['leave'] as const) : []),
]
