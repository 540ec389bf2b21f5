import type { ConversationSummary } from '@holdfast/contract'
import type { Translate } from '../message.ts'
import { partiesOf, partyName } from './parties.ts'

type Parties = Pick<ConversationSummary, 'parties' | 'numbers' | 'direction'>

/** The parties of a conversation as those of its last message. */
export const messageOfConversation = ({ parties, numbers, direction }: Parties) => ({
  meta: { message_parties: parties, ...(direction && { direction }) },
  numbers,
})

/** The names of the other side of a conversation. */
export const conversationNames = (conversation: Parties, t: Translate): string[] => {
  const names = partiesOf(messageOfConversation(conversation)).map((party) =>
    partyName(party, t('payload.unknown_number')),
  )
  return names.length > 0 ? names : [t('payload.unknown_number')]
}
