import type { CallInput, calls } from '@holdfast/contract'
import { answerTableList, type RequestContext } from '../../core/calls/index.ts'
import { isAnyOf } from '../../platform/database/index.ts'

/** `GET /account/retention/runs`. */
export const listRetentionRuns = (ctx: RequestContext, { query }: CallInput<typeof calls.listRetentionRuns>) =>
  answerTableList(ctx, query, {
    table: 'retention_runs',
    // A reference begins with the time at which it was made.
    key: ['run_id'],
    direction: 'desc',
    conditions: (filter) => [isAnyOf('kind', filter.kinds), isAnyOf('state', filter.states)],
    toItems: (rows) => rows,
  })
