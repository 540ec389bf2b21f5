import { ProductError } from '@holdfast/contract'
import type { Database, TenantTransaction } from '../database/index.ts'
import type { Activity } from './activity.ts'

interface Waiting {
  activity: Activity
  done: () => void
  failed: (error: unknown) => void
}

const largestBatch = 200

/**
 * Writes activities of calls that changed nothing (reads, refusals). `record` resolves once the row is durable, so no
 * answer leaves before its access is on the trail. Rows that wait while a write is under way share the next one: the
 * cost of durability is shared by all who wait for it.
 */
export class ActivityRecorder {
  readonly #database: Database
  readonly #queues = new Map<string, Waiting[]>()

  constructor(database: Database) {
    this.#database = database
  }

  record(client: string, activity: Activity): Promise<void> {
    return new Promise((done, failed) => {
      const queue = this.#queues.get(client)
      if (queue) {
        queue.push({ activity, done, failed })
        return
      }
      this.#queues.set(client, [{ activity, done, failed }])
      void this.#drain(client)
    })
  }

  async #drain(client: string): Promise<void> {
    for (;;) {
      const queue = this.#queues.get(client) ?? []
      if (queue.length === 0) {
        this.#queues.delete(client)
        return
      }
      const batch = queue.splice(0, largestBatch)
      try {
        await this.#write(client, batch)
      } catch (error) {
        // The fault of one call's row must not be the others'; when the database is away it is everybody's.
        if (batch.length === 1 || error instanceof ProductError) for (const { failed } of batch) failed(error)
        else for (const waiting of batch) await this.#write(client, [waiting]).catch(waiting.failed)
      }
    }
  }

  async #write(client: string, batch: readonly Waiting[]): Promise<void> {
    await this.#database.transaction(client, (tx) => insert(tx, batch))
    for (const { done } of batch) done()
  }
}

const insert = async (tx: TenantTransaction, batch: readonly Waiting[]): Promise<void> => {
  const rows = batch.map(({ activity }) => activity.toRow(tx.client))
  const users = rows.flatMap(({ table, row }) => (table === 'user_activities' ? [row] : []))
  const devices = rows.flatMap(({ table, row }) => (table === 'device_activities' ? [row] : []))
  if (users.length > 0) await tx.db.insertInto('user_activities').values(users).execute()
  if (devices.length > 0) await tx.db.insertInto('device_activities').values(devices).execute()
}
