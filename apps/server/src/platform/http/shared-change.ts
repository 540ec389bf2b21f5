import type { Activity } from '../activities/activity.ts'
import { activityStatements } from '../activities/insert-activities.ts'
import type { StatementsOf } from '../database/index.ts'

/** A kind of change that calls make together; made once, by `sharedChange`. */
export type SharedChange<Change> = StatementsOf<{ change: Change; activity: Activity }>

/**
 * A kind of change for `ctx.changeShared`, of which the changes of several calls are written with few statements and one
 * commit. Each call's activity is written with them.
 * @param statementsOf what makes the changes. They may read nothing that another change of the same transaction writes,
 *   and fail where two contradict each other: then each is made alone
 */
export const sharedChange =
  <Change>(statementsOf: StatementsOf<Change>): SharedChange<Change> =>
  (tx, calls) => [
    ...statementsOf(
      tx,
      calls.map(({ change }) => change),
    ),
    ...activityStatements(calls.map(({ activity }) => activity.toRow(tx.client))),
  ]
