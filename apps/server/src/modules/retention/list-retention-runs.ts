import { type CallInput, type calls, freedSamples, type RetentionRun } from '@holdfast/contract'
import { answerTableList, type RequestContext } from '../../core/calls/index.ts'
import { isAnyOf } from '../../platform/database/index.ts'
import { findPayloads } from '../payloads/index.ts'
import type { StoredRun } from './stored-runs.ts'
import { visiblePayloads } from './visible-payloads.ts'

/** `GET /account/retention/runs`. Counts are of the whole account; single recordings are named to those who may see them. */
export const listRetentionRuns = (ctx: RequestContext, { query }: CallInput<typeof calls.listRetentionRuns>) =>
  answerTableList(ctx, query, {
    table: 'retention_runs',
    // A reference begins with the time at which it was made.
    key: ['run_id'],
    direction: 'desc',
    conditions: (filter) => [
      isAnyOf('kind', filter.kinds),
      isAnyOf('state', filter.states),
      isAnyOf('run_id', filter.run_ids),
    ],
    toItems: (rows) => withVisibleRecordings(ctx, rows),
  })

const withVisibleRecordings = async (ctx: RequestContext, runs: readonly StoredRun[]): Promise<RetentionRun[]> => {
  const named = runs.flatMap(({ report }) => report.without_time)
  const isVisible = await visiblePayloads(ctx)
  const known = named.length === 0 ? [] : await ctx.read((tx) => findPayloads(tx, [...new Set(named)]))
  const visible = new Set(known.filter(isVisible).map(({ payload_reference }) => payload_reference))
  return runs.map(({ position: _, ahead, report, ...run }) => ({
    ...run,
    report: { ...report, without_time: report.without_time.filter((reference) => visible.has(reference)) },
    ahead: ahead && { ...ahead, samples: ahead.samples.filter(isVisible).slice(0, freedSamples) },
  }))
}
