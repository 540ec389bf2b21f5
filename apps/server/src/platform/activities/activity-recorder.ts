import { ProductError } from '@holdfast/contract'
import type { Database } from '../database/index.ts'
import type { Activity } from './activity.ts'
import { insertActivities } from './insert-activities.ts'

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
      const people = batch.filter(({ activity }) => activity.table === 'user_activities')
      const devices = batch.filter(({ activity }) => activity.table === 'device_activities')
      if (people.length > 0) await this.#writeTogether(client, people)
      if (devices.length > 0) await this.#writeTogether(client, devices)
    }
  }

  async #writeTogether(client: string, batch: readonly Waiting[]): Promise<void> {
    try {
      await this.#write(client, batch)
    } catch (error) {
      // The fault of one call's row must not be the others'; when the database is away it is everybody's.
      if (batch.length === 1 || error instanceof ProductError) for (const { failed } of batch) failed(error)
      else for (const waiting of batch) await this.#write(client, [waiting]).catch(waiting.failed)
    }
  }

  /** @param batch of one of the trails */
  async #write(client: string, batch: readonly Waiting[]): Promise<void> {
    const rows = batch.map(({ activity }) => activity.toRow(client))
    await this.#database.transaction(client, (tx) => insertActivities(tx, rows))
    for (const { done } of batch) done()
  }
}
