import type { Conversation } from '@holdfast/contract'
import type { PayloadRow } from '../../platform/database/index.ts'

/** Who took part in a conversation, as its last message tells. */
export const partiesOf = (last: PayloadRow | undefined): Pick<Conversation, 'parties' | 'numbers' | 'direction'> => ({
  parties: last?.meta.message_parties ?? [],
  numbers: last?.numbers ?? [],
  direction: last?.direction ?? null,
})
