import { ProductError } from '@holdfast/contract'
import type { Statement } from './statements.ts'
import type { TenantTransaction } from './tenant-transaction.ts'

/** The statements that make any number of changes of one kind for one client. */
export type StatementsOf<Change> = (tx: TenantTransaction, changes: readonly Change[]) => readonly Statement[]

interface Waiting {
  change: unknown
  done: () => void
  failed: (error: unknown) => void
}

type Write = (client: string, statementsOf: (tx: TenantTransaction) => readonly Statement[]) => Promise<void>

const largestBatch = 200

/** Queues of changes, one for each kind and client: what arrives during a write is written together in the next one. */
export class SharedWrites {
  readonly #write: Write
  readonly #queues = new Map<StatementsOf<never>, Map<string, Waiting[]>>()
  readonly #draining = new Set<Promise<void>>()

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
      // A queue holds changes of one kind only.
      const draining = this.#drain(client, queues, statementsOf as StatementsOf<unknown>)
      this.#draining.add(draining)
      void draining.finally(() => this.#draining.delete(draining))
    })
  }

  /** Resolves once no change is waiting any more. */
  async settled(): Promise<void> {
    await Promise.all(this.#draining)
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
      // One faulty change must not make the others fail. During an outage (ProductError) all of them fail.
      if (batch.length === 1 || error instanceof ProductError) for (const { failed } of batch) failed(error)
      else for (const waiting of batch) await writeAll([waiting]).catch(waiting.failed)
    }
  }
}
