import type { Actor, CustodyEvent } from './custody-events.ts'
import type { JobDefinition, JobOptions } from './enqueue.ts'
import type { Notice } from './notices.ts'
import type { OpenTransaction } from './run-transaction.ts'

/** One transaction of one client. It can't read or write rows of other clients. */
export interface TenantTransaction extends OpenTransaction {
  readonly client: string
  /** The time of the transaction, from the application's clock (distribution rule 12). */
  readonly now: Date
  /** Records custody events of payloads. */
  custody(actor: Actor, events: readonly CustodyEvent[]): Promise<void>
  /** Adds a job that can run when this transaction has committed. */
  enqueue<P extends object>(job: JobDefinition<P>, payload: P, options?: JobOptions): Promise<void>
  /** Notifies open portals of this client when this transaction commits. */
  notify(event: Notice): Promise<void>
}
