import type { Move } from '../payloads/index.ts'
import type { OpenedMessage } from '../words/index.ts'
import type { Inspection } from './inspect-recording.ts'

/** The message, if the payload is one that was opened, for the word index. */
export const openedMessages = ({
  payload,
  inspection,
}: {
  payload: OpenedMessage['payload']
  inspection: Inspection
}): OpenedMessage[] =>
  inspection.isOpened && inspection.facts.texts ? [{ payload, texts: inspection.facts.texts }] : []

/** The references of the payloads that became Processed. */
export const processedIn = (moves: readonly Move[]): ReadonlySet<string> =>
  new Set(
    moves.filter(({ changes }) => changes.at(-1)?.to === 'Processed').map(({ payload }) => payload.payload_reference),
  )
