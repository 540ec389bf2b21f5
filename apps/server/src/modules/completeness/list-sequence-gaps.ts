import { type CallInput, type calls, spanOfDateParameter } from '@holdfast/contract'
import { sql } from 'kysely'
import { answerTableList, type RequestContext } from '../../core/calls/index.ts'
import { type Condition, isAnyOf } from '../../platform/database/index.ts'
import { sequenceGapOf, shownGaps } from './sequence-gap.ts'

/** `GET /completeness/gaps`: those of groups that the caller may see. */
export const listSequenceGaps = async (ctx: RequestContext, { query }: CallInput<typeof calls.listSequenceGaps>) => {
  const visible = await ctx.groupsFor('completeness:read')
  return answerTableList(ctx, query, {
    table: 'sequence_gaps',
    key: ['after_time', 'gap_reference'],
    direction: 'desc',
    conditions: (filter) => [
      isAnyOf('group', visible),
      isAnyOf('group', filter.groups),
      isAnyOf('device_reference', filter.device_references),
      isAnyOf('device_user_reference', filter.device_user_references),
      isAnyOf('state', filter.states),
      isAnyOf('reason', filter.reasons),
      countsFrom(filter.day),
      countsTo(filter.day),
      countsFrom(filter.date_from),
      countsTo(filter.date_to),
    ],
    toItems: async (rows) => (await ctx.read((tx) => shownGaps(tx, rows, visible))).map(sequenceGapOf),
  })
}

const countsFrom = (date: string | undefined): Condition =>
  date === undefined ? undefined : sql<boolean>`after_time >= ${spanOfDateParameter(date).from}::timestamptz`

const countsTo = (date: string | undefined): Condition =>
  date === undefined ? undefined : sql<boolean>`after_time < ${spanOfDateParameter(date).until}::timestamptz`
