import { type Conversation, withAmendedNames } from '@holdfast/contract'
import type { PayloadRow } from '../../platform/database/index.ts'

/** Who took part in a conversation, as its last message tells. */
export const partiesOf = (last: PayloadRow | undefined): Pick<Conversation, 'parties' | 'numbers' | 'direction'> => ({
  parties: withAmendedNames(last?.meta.message_parties ?? [], last?.amendments),
  numbers: last?.numbers ?? [],
  direction: last?.direction ?? null,
})
