import type { CallInput, calls, Report } from '@holdfast/contract'
import { sql } from 'kysely'
import { answerTableList, type RequestContext } from '../../core/calls/index.ts'
import { managesAll } from './policy.ts'
import { describeReports, reportColumns } from './report-row.ts'

/** `GET /reports`. Staff on a visit see none: reports belong to the people of the account. */
export const listReports = (ctx: RequestContext, { query }: CallInput<typeof calls.listReports>) => {
  const { user_reference, visit } = ctx.user
  const own = sql<boolean>`(author = ${user_reference} or ${user_reference} = any(recipients))`
  return answerTableList(ctx, query, {
    table: 'reports',
    columns: reportColumns,
    key: ['report_reference'],
    direction: 'desc',
    conditions: () => (visit ? [sql<boolean>`false`] : [managesAll(ctx) ? undefined : own]),
    toItems: (rows): Promise<Report[]> => ctx.read((tx) => describeReports(ctx, tx, rows)),
  })
}
