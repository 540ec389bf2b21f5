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
