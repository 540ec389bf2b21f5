import type { StatementsOf } from '../../platform/database/index.ts'
import { type Activity, activityStatements } from '../activities/index.ts'

/** A kind of change that several calls make together. Create it once, with `sharedChange`. */
export type SharedChange<Change> = StatementsOf<{ change: Change; activity: Activity }>

/**
 * A kind of change for `ctx.changeShared`: the changes of several calls are written with few statements and one commit, with
 * each call's activity.
 * @param statementsOf makes the statements for the changes. They must not read what another change of the same transaction
 *   writes, and must fail if two changes contradict each other: then each is made alone
 */
export const sharedChange =
  <Change>(statementsOf: StatementsOf<Change>): SharedChange<Change> =>
  (tx, calls) => [
    ...statementsOf(
      tx,
      calls.map(({ change }) => change),
    ),
    ...activityStatements(
      tx.client,
      calls.map(({ activity }) => activity.toRow(tx.client)),
    ),
  ]
