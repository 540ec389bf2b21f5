import { ProductError } from '@holdfast/contract'
import type { CompiledQuery } from 'kysely'
import type { TenantTransaction } from './tenant-transaction.ts'

/** The statements that make changes of one kind and one client, however many they are. */
export type StatementsOf<Change> = (tx: TenantTransaction, changes: readonly Change[]) => readonly CompiledQuery[]

interface Waiting {
  change: unknown
  done: () => void
  failed: (error: unknown) => void
}

type Write = (client: string, statementsOf: (tx: TenantTransaction) => readonly CompiledQuery[]) => Promise<void>

const largestBatch = 200

/** Changes that wait while one is being written, by what kind they are and whose. */
export class SharedWrites {
  readonly #write: Write
  readonly #queues = new Map<StatementsOf<never>, Map<string, Waiting[]>>()

  /** @param write executes statements as one transaction */
  constructor(write: Write) {
    this.#write = write
  }

  write<Change>(client: string, statementsOf: StatementsOf<Change>, change: Change): Promise<void> {
    return new Promise((done, failed) => {
      const queues = this.#queues.get(statementsOf) ?? new Map<string, Waiting[]>()
      this.#queues.set(statementsOf, queues)
      const queue = queues.get(client)
      if (queue) {
        queue.push({ change, done, failed })
        return
      }
      queues.set(client, [{ change, done, failed }])
      // A queue holds changes of its own kind alone.
      void this.#drain(client, queues, statementsOf as StatementsOf<unknown>)
    })
  }

  async #drain(client: string, queues: Map<string, Waiting[]>, statementsOf: StatementsOf<unknown>): Promise<void> {
    for (let queue = queues.get(client); queue && queue.length > 0; ) {
      await this.#writeTogether(client, statementsOf, queue.splice(0, largestBatch))
    }
    queues.delete(client)
  }

  async #writeTogether(client: string, statementsOf: StatementsOf<unknown>, batch: readonly Waiting[]): Promise<void> {
    const writeAll = async (some: readonly Waiting[]): Promise<void> => {
      const changes = some.map(({ change }) => change)
      await this.#write(client, (tx) => statementsOf(tx, changes))
      for (const { done } of some) done()
    }
    try {
      await writeAll(batch)
    } catch (error) {
      // The fault of one change must not be the others'; when the database is away it is everybody's.
      if (batch.length === 1 || error instanceof ProductError) for (const { failed } of batch) failed(error)
      else for (const waiting of batch) await writeAll([waiting]).catch(waiting.failed)
    }
  }
}
