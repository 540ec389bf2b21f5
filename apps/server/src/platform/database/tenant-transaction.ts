import type { Kysely } from 'kysely'
import type { JobDefinition, JobOptions } from '../jobs/enqueue.ts'
import type { Actor, CustodyEvent } from './custody-events.ts'
import type { Notice } from './notices.ts'
import type { Tables } from './tables.ts'

/** One transaction of one client. Nothing of another client can be read or written through it. */
export interface TenantTransaction {
  readonly client: string
  /** One moment for the whole transaction, taken from the application (distribution rule 12). */
  readonly now: Date
  readonly db: Kysely<Tables>
  /** Puts events into the custody of payloads. */
  custody(actor: Actor, events: readonly CustodyEvent[]): Promise<void>
  /** Adds a job that runs once this transaction commits. */
  enqueue<P extends object>(job: JobDefinition<P>, payload: P, options?: JobOptions): Promise<void>
  /** Tells open portals of this client, once this transaction commits. */
  notify(event: Notice): Promise<void>
}
