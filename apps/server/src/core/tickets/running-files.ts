import type { RequestContext } from '../calls/index.ts'
import type { TicketCaller } from './ticket-caller.ts'

/** How many files of each kind this process is sending to each caller, or making for them. */
const running = new Map<string, number>()

interface FileLimit {
  kind: 'export' | 'download' | 'statement'
  most: number
  /** What a caller gets who has as many. */
  refusal: () => Error
}

/**
 * Counts a file of a caller until the returned function is called.
 * @throws the refusal
 */
export const beginFile = (
  { client }: Pick<RequestContext, 'client'>,
  { kind: callerKind, reference, support_reference }: TicketCaller,
  { kind, most, refusal }: FileLimit,
): (() => void) => {
  const caller = JSON.stringify([kind, client, callerKind, reference, support_reference])
  const others = running.get(caller) ?? 0
  if (others >= most) throw refusal()
  running.set(caller, others + 1)
  return () => {
    const left = (running.get(caller) ?? 1) - 1
    if (left === 0) running.delete(caller)
    else running.set(caller, left)
  }
}
