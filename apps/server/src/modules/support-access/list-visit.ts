import type { CallInput, calls, VisitEntry } from '@holdfast/contract'
import { sql } from 'kysely'
import { answerList, type RequestContext } from '../../platform/http/index.ts'
import { undeniedTrail } from '../activities/index.ts'
import { findRequest } from './support-request.ts'
import { visitEventOf } from './visit-events.ts'

type Input = CallInput<typeof calls.listVisit>
type Filter = NonNullable<Input['query']['filter']>

/** `GET /supportaccess/{request_reference}/visit`: each call under the request, refused ones too, with what it changed, oldest first. */
export const listVisit = async (ctx: RequestContext, { params, query }: Input) => {
  const { request_reference } = params
  await ctx.read((tx) => findRequest(tx, request_reference))
  const undenied = (await undeniedTrail(ctx)) ?? sql`true`
  return answerList<Filter, VisitEntry, VisitEntry>(ctx, query, {
    list: `visit ${request_reference}`,
    rows: (_filter, limit, position) =>
      ctx.read(async (tx) => {
        const rows = await tx.db
          .selectFrom('user_activities')
          .selectAll()
          .where('client', '=', tx.client)
          .where('support_reference', '=', request_reference)
          .where(sql<boolean>`${undenied}`)
          .where('log_id', '>', String(position?.[0] ?? ''))
          .orderBy('log_id')
          .limit(limit)
          .execute()
        return rows.map((row) => ({ ...row, action: row.call, events: row.events.map(visitEventOf) }))
      }),
    positionOf: ({ log_id }) => [log_id],
    toItem: (entry) => entry,
    total: () =>
      ctx.read(async (tx) => {
        const row = await tx.db
          .selectFrom('user_activities')
          .select((eb) => eb.fn.countAll<number>().as('total'))
          .where('client', '=', tx.client)
          .where('support_reference', '=', request_reference)
          .where(sql<boolean>`${undenied}`)
          .executeTakeFirst()
        return row?.total ?? 0
      }),
  })
}
