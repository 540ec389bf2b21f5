import type { CallInput, calls } from '@holdfast/contract'
import { userTrail } from '../../core/activities/index.ts'
import { answerTableList, type RequestContext } from '../../core/calls/index.ts'
import { isEqual } from '../../platform/database/index.ts'
import { toEntries, undeniedTrail, withListenings } from '../activities/index.ts'
import { findRequest } from '../support-access/index.ts'

/**
 * `GET /supportaccess/{request_reference}/visit`: all calls under the request with their changes, oldest first.
 * Includes refused calls.
 */
export const listVisit = async (ctx: RequestContext, { params, query }: CallInput<typeof calls.listVisit>) => {
  const { request_reference } = params
  await ctx.read((tx) => findRequest(tx, request_reference))
  const undenied = await undeniedTrail(ctx)
  return answerTableList(ctx, query, {
    ...userTrail,
    list: `visit ${request_reference}`,
    conditions: () => [isEqual('support_reference', request_reference), undenied],
    toItems: async (rows) => withListenings(ctx, { rows, entries: await toEntries(ctx, rows), readable: undenied }),
  })
}
