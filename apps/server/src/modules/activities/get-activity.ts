import { type CallInput, type calls, limits, ProductError } from '@holdfast/contract'
import { findDeviceActivity, findUserActivity } from '../../core/activities/index.ts'
import type { RequestContext } from '../../core/calls/index.ts'
import { withListenings } from './listenings.ts'
import { toEntries } from './trail-entries.ts'
import { readableTrail } from './visible-trail.ts'

const maxSubjects = limits.maxReferencesInBatch

/** `GET /activities/{log_id}`. An entry that the caller may not read is answered like one that is not there. */
export const getActivity = async (ctx: RequestContext, { params }: CallInput<typeof calls.getActivity>) => {
  const readable = await readableTrail(ctx)
  const row = await ctx.read((tx) => findUserActivity(tx, params.log_id, readable))
  const rows = row ? [row] : []
  return known(await withListenings(ctx, { rows, entries: await toEntries(ctx, rows, maxSubjects), readable }))
}

/** `GET /device_activities/{log_id}`. */
export const getDeviceActivity = async (ctx: RequestContext, { params }: CallInput<typeof calls.getDeviceActivity>) => {
  const readable = await readableTrail(ctx)
  const row = await ctx.read((tx) => findDeviceActivity(tx, params.log_id, readable))
  return known(await toEntries(ctx, row ? [row] : [], maxSubjects))
}

const known = <Entry>([entry]: readonly Entry[]): Entry => {
  if (!entry) throw new ProductError('request.not_found')
  return entry
}
