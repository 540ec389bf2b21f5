import type { Database, StatementsOf } from '../../platform/database/index.ts'
import type { Activity } from './activity.ts'
import { activityStatements } from './insert-activities.ts'

/**
 * Writes activities of calls that changed nothing (reads, refusals). `record` resolves once the row is durable, so that no
 * response is sent before its access is on the trail. Concurrent callers share the cost of the commit.
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
  activityStatements(
    tx.client,
    activities.map((activity) => activity.toRow(tx.client)),
  )
