import type { CallInput, calls } from '@holdfast/contract'
import { deviceTrail, userTrail } from '../../core/activities/index.ts'
import { answerTableList, type RequestContext } from '../../core/calls/index.ts'
import { withListenings } from './listenings.ts'
import { deviceConditions, userConditions } from './trail-conditions.ts'
import { toEntries } from './trail-entries.ts'

/** `GET /activities`: what people and client apps did or tried, newest first. */
export const listActivities = async (ctx: RequestContext, { query }: CallInput<typeof calls.listActivities>) => {
  const { readable, conditionsOf } = await userConditions(ctx, query.filter)
  return answerTableList(ctx, query, {
    ...userTrail,
    direction: 'desc',
    conditions: conditionsOf,
    toItems: async (rows) => withListenings(ctx, { rows, entries: await toEntries(ctx, rows), readable }),
  })
}

/** `GET /device_activities`: what devices did or tried, newest first. */
export const listDeviceActivities = async (
  ctx: RequestContext,
  { query }: CallInput<typeof calls.listDeviceActivities>,
) =>
  answerTableList(ctx, query, {
    ...deviceTrail,
    direction: 'desc',
    conditions: await deviceConditions(ctx),
    toItems: (rows) => toEntries(ctx, rows),
  })
