import type { Platform } from '../../core/platform.ts'
import { type PayloadWithContent, payloadsWithContentStatement } from '../payloads/index.ts'
import { inspectMessage } from './inspect-message.ts'
import type { Inspection } from './inspect-recording.ts'
import { runPassTogether } from './lost-passes.ts'
import { isDue } from './processing-changes.ts'

/** Messages that are opened and scanned at the same time. */
const concurrency = 16

export interface InspectedMessage {
  payload: PayloadWithContent
  inspection: Inspection
}

export interface InspectedMessages {
  inspected: InspectedMessage[]
  /** References of those that are damaged, were begun before, or could not be inspected. */
  left: string[]
}

/**
 * Opens, scans and probes messages. They are read with one query and scanned over one connection. Those that were processed
 * meanwhile are left out.
 * @throws the reason of `signal`; what fails with a single message does not stop the others
 */
export const inspectMessages = async (
  { database, clientKeys, scanner: { openSession } }: Platform,
  client: string,
  references: readonly string[],
  signal: AbortSignal,
): Promise<InspectedMessages> => {
  const messages = await database.readOnce(client, payloadsWithContentStatement({ client, references }))
  const due = messages.filter(isDue)
  const begunBefore = due.filter((payload) => !isFirstPass(payload))
  const found: InspectedMessages = {
    inspected: [],
    left: begunBefore.map(({ payload_reference }) => payload_reference),
  }
  const waiting = due.filter(isFirstPass).values()
  const scanner = openSession()
  const lane = async () => {
    for (const payload of waiting) {
      // A failure is reported when the message is processed by itself.
      const inspection = await inspectMessage({ clientKeys, scanner }, payload).catch(() => null)
      signal.throwIfAborted()
      const isDamaged = inspection !== null && !inspection.isOpened && inspection.isDamaged
      if (inspection === null || isDamaged) found.left.push(payload.payload_reference)
      else found.inspected.push({ payload, inspection })
    }
  }
  try {
    await runPassTogether(() => Promise.all(Array.from({ length: concurrency }, lane)))
  } finally {
    scanner.close()
  }
  return found
}

const isFirstPass = ({ payload_state, lost_passes }: PayloadWithContent): boolean =>
  payload_state === 'Uploaded' && lost_passes === 0
