import {
  type Action,
  type CallInput,
  type calls,
  missingAfterDays,
  type Overview,
  payloadTypes,
  silentAfterDays,
} from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { countRequestsFor } from '../access-requests/index.ts'
import { countAccessReviews } from '../access-reviews/index.ts'
import { countGaps } from '../completeness/index.ts'
import { countSharedSerials, countSilentDevices } from '../devices/index.ts'
import { countExceptions } from '../payloads/index.ts'
import { countOwnReviews, countQueues } from '../reviews/index.ts'
import { approvableDrafts } from '../role-drafts/index.ts'

type Query = CallInput<typeof calls.getOverview>['query']

const dayMs = 24 * 60 * 60 * 1000
/** Of late recordings, which stay late for good. */
const lateDays = 30

const daysAgo = (days: number): string =>
  new Date(Date.now() - days * dayMs).toISOString().slice(0, 'yyyy-mm-dd'.length)

const withDefaults = (query: Query): Required<Query> => ({
  today: daysAgo(0),
  late_since: daysAgo(lateDays - 1),
  missing_until: daysAgo(missingAfterDays + 1),
  silent_since: daysAgo(silentAfterDays),
  ...query,
})

/** `GET /overview`. Each part is `null` for callers to whom its list is closed. */
export const getOverview = async (
  ctx: RequestContext,
  { query }: CallInput<typeof calls.getOverview>,
): Promise<Overview> => {
  const dates = withDefaults(query)
  const visible = await ctx.visibility('payloads:read', payloadTypes)
  const deviceGroups = await ctx.groupsFor('devices:read')
  const gapGroups = await ctx.groupsFor('completeness:read')
  const { caller } = ctx
  const owner = caller.kind === 'portal_user' && !caller.visit ? caller.user_reference : null
  const may = async (action: Action) => (await ctx.visibility(action, payloadTypes)).length > 0
  const [reviews, manages] = [await may('reviews:write'), await may('reviews:manage')]
  const drafts = await approvableDrafts(ctx)
  // Client apps and staff on a visit decide on nobody's request.
  const isGiver = owner !== null && ctx.access.can('roles:write')
  return ctx.read(async (tx) => ({
    client: ctx.client,
    reviews: reviews ? await countOwnReviews(ctx, tx, visible, dates.today) : null,
    queues: manages ? await countQueues(ctx, tx, dates.today) : null,
    role_drafts: drafts && { total: drafts.length },
    recordings: visible.length > 0 ? await countExceptions(tx, visible, dates) : null,
    access_reviews: owner === null ? null : await countAccessReviews(ctx, tx, { owner, today: dates.today }),
    access_requests: isGiver ? await countRequestsFor(ctx, tx) : null,
    gaps: gapGroups.length > 0 ? await openGaps(tx, gapGroups) : null,
    silent_devices: deviceGroups.length > 0 ? await countSilentDevices(tx, deviceGroups, dates.silent_since) : null,
    shared_serials: deviceGroups.length > 0 ? await countSharedSerials(tx, deviceGroups) : null,
  }))
}

const openGaps = async (tx: TenantTransaction, groups: readonly string[]): Promise<NonNullable<Overview['gaps']>> => {
  const { open, missing } = await countGaps(tx, groups)
  return { open, missing }
}
