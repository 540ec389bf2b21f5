import type { TenantTransaction } from '../../platform/database/index.ts'
import { beginWithinLimit } from '../../platform/running-limit.ts'
import type { RequestContext } from '../calls/index.ts'
import type { TicketCaller } from './ticket-caller.ts'

interface FileLimit {
  kind: 'export' | 'download' | 'statement'
  most: number
  /** What a caller gets who has as many. */
  refusal: () => Error
}

/**
 * Counts a file that this process sends to a caller, or makes for them, until the returned function is called.
 * @throws the refusal
 */
export const beginFile = (
  { client }: Pick<RequestContext, 'client'>,
  { kind: callerKind, reference, support_reference }: TicketCaller,
  { kind, ...limit }: FileLimit,
): (() => void) => beginWithinLimit(JSON.stringify([kind, client, callerKind, reference, support_reference]), limit)

/** A file whose process has died counts as running for so long. */
const lostAfterMs = 2 * 60_000
const renewEveryMs = 30_000

/** Until when a file that runs now counts as running. */
export const countsAsRunningUntil = (now: Date): Date => new Date(now.getTime() + lostAfterMs)

/**
 * Renews from time to time that a file is running. One that is not renewed for two minutes gets its end from a job.
 * @returns a function that ends it
 */
export const renewedWhileRunning = (
  { platform, client }: Pick<RequestContext, 'platform' | 'client'>,
  renew: (tx: TenantTransaction) => Promise<void>,
): (() => void) => {
  const timer = setInterval(() => {
    // While the database can't be reached, the next time may succeed.
    platform.database.transaction(client, renew).catch(() => undefined)
  }, renewEveryMs).unref()
  return () => clearInterval(timer)
}
