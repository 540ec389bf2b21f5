import type { PayloadState } from '@holdfast/contract'
import type { PayloadRow, TenantTransaction } from '../../../platform/database/index.ts'
import { type IndexedPayload, removeWords, textSources } from '../../words/index.ts'

/** Only in these states the word index has words of the content. A deleted payload is not found, but can be restored. */
const indexedStates: readonly PayloadState[] = ['Processed', 'Transferred', 'Deleted']

interface Moved {
  /** Its state before. */
  payload: IndexedPayload & Pick<PayloadRow, 'payload_state'>
  to: PayloadState
}

/** Takes payloads out of the word index that leave the states in which they are searched: nobody finds destroyed ones any more. */
export const removeFormerWords = async (tx: TenantTransaction, moved: readonly Moved[]): Promise<void> => {
  const former = moved.filter(
    ({ payload, to }) => indexedStates.includes(payload.payload_state) && !indexedStates.includes(to),
  )
  const [destroyed, others] = [former.filter(isDestroyed), former.filter((move) => !isDestroyed(move))]
  await removeWords(tx, destroyed.map(payloadOf), textSources)
  await removeWords(tx, others.map(payloadOf), ['message'])
}

const isDestroyed = ({ to }: Moved): boolean => to === 'Destroyed'
const payloadOf = ({ payload }: Moved): IndexedPayload => payload
