import { type CallInput, type calls, payloadTypes, type ReviewFigure, spanOfDateParameter } from '@holdfast/contract'
import { sql } from 'kysely'
import { answerList, cappedTotal, maxCountedRows, type RequestContext } from '../../core/calls/index.ts'
import { allOf, isAnyOf } from '../../platform/database/index.ts'
import type { Position } from '../../platform/http/index.ts'
import { isVisibleIn } from '../payloads/index.ts'

interface Filter {
  date_from?: string
  date_to?: string
  groups?: string[]
}

const dayOf = (time: Date): string => time.toISOString().slice(0, 'yyyy-mm-dd'.length)
const firstDay = (date_from: string): string => dayOf(new Date(spanOfDateParameter(date_from).from))
const lastDay = (date_to: string): string => dayOf(new Date(Date.parse(spanOfDateParameter(date_to).until) - 1))

/** `GET /reviews/figures`: from the counters, by UTC day. */
export const listReviewFigures = async (ctx: RequestContext, { query }: CallInput<typeof calls.listReviewFigures>) => {
  const visible = await ctx.visibility('reviews:manage', payloadTypes)
  const rowsOf = ({ date_from, date_to, groups }: Partial<Filter>, limit: number, position: Position | null) => {
    const where = allOf([
      sql<boolean>`client = ${ctx.client}`,
      isVisibleIn(visible),
      isAnyOf('group', groups),
      date_from === undefined ? undefined : sql<boolean>`day >= ${firstDay(date_from)}::date`,
      date_to === undefined ? undefined : sql<boolean>`day <= ${lastDay(date_to)}::date`,
      position ? sql<boolean>`(reviewed_by, payload_type, disposition) > (${sql.join([...position])})` : undefined,
    ])
    return ctx.read(async ({ db }) => {
      const page = sql<ReviewFigure>`select reviewed_by, payload_type, disposition, sum(marks)::integer as marks,
          sum(unopened)::integer as unopened, sum(requested_only)::integer as requested_only
        from review_counters where ${where} group by reviewed_by, payload_type, disposition
        having sum(marks) > 0
        order by reviewed_by, payload_type, disposition limit ${limit}`
      return (await page.execute(db)).rows
    })
  }
  return answerList<Filter, ReviewFigure, ReviewFigure>(ctx, query, {
    list: 'review figures',
    rows: rowsOf,
    positionOf: ({ reviewed_by, payload_type, disposition }) => [reviewed_by, payload_type, disposition],
    toItems: (rows) => rows,
    total: async (filter) => cappedTotal((await rowsOf(filter, maxCountedRows, null)).length),
  })
}
