import { type Conversation, calls } from '@holdfast/contract'
import type { ReactNode } from 'react'
import { ListPage } from '../../../shared/list/list-page.tsx'
import { rowsOfCall } from '../../../shared/list/list-reader.ts'
import { useProfile } from '../../../shared/session/profile.ts'
import { conversationAddress } from '../messages/conversation-address.ts'
import { conversationColumns, namedNumbersOfConversation } from './conversation-columns.tsx'
import { conversationFields } from './conversation-filters.ts'
import { emptyListOf } from './empty-list.ts'
import { ShownSnippets, useSnippets } from './use-snippets.ts'

interface ConversationListProps {
  search: ReactNode
  note: ReactNode
  children: ReactNode
}

const keyOf = ({ device_reference, thread_id }: Conversation): string => `${device_reference}/${thread_id}`

export const conversationRows = rowsOfCall(calls.listConversations, keyOf, conversationAddress)

/**
 * Conversations, the newest first, with the beginnings of their last messages, which are read as they come into view.
 * @param search the search of words, beside the title
 * @param note what is said above the list
 * @param children the control that switches between conversations and single messages
 */
export const ConversationList = ({ search, note, children }: ConversationListProps) => {
  const { snippets, onSeen } = useSnippets()
  return (
    <ShownSnippets value={snippets}>
      <ListPage
        call={calls.listConversations}
        fields={conversationFields}
        hasPeriod
        mainAction={search}
        lead={note}
        title="conversations.title"
        columns={conversationColumns}
        keyOf={keyOf}
        linkOf={conversationAddress}
        namesIn={namedNumbersOfConversation}
        inView={{ referenceOf: lastReadable, onSeen }}
        empty={emptyListOf('messages', useProfile().profile)}
      >
        {children}
      </ListPage>
    </ShownSnippets>
  )
}

const lastReadable = ({ status, last_payload_reference }: Conversation): string | null =>
  status === 'Ok' ? last_payload_reference : null
