import type { Database, StatementsOf } from '../database/index.ts'
import type { Activity } from './activity.ts'
import { activityStatements } from './insert-activities.ts'

/**
 * Writes activities of calls that changed nothing (reads, refusals). `record` resolves once the row is durable, so no
 * answer leaves before its access is on the trail; the cost of durability is shared by all who wait for it.
 */
export class ActivityRecorder {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  record(client: string, activity: Activity): Promise<void> {
    return this.#database.writeShared(client, statementsOf, activity)
  }
}

const statementsOf: StatementsOf<Activity> = (tx, activities) =>
  activityStatements(activities.map((activity) => activity.toRow(tx.client)))
