import { calls } from '@holdfast/contract'
import type { ReactNode } from 'react'
import { ListPage } from '../../../shared/list/list-page.tsx'
import { useProfile } from '../../../shared/session/profile.ts'
import { emptyListOf } from '../empty-list.ts'
import { conversationAddress } from './conversation-address.ts'
import { conversationColumns, namedNumbersOfConversation } from './conversation-columns.tsx'
import { conversationFields } from './conversation-filters.ts'

/**
 * Conversations with the beginnings of their last messages, the newest first. Without `prefetch`: reading the list is put on the
 * trail, and pointing at a link is not reading it.
 * @param search the search of words, beside the title
 * @param children the control that switches between conversations and single messages
 */
export const ConversationList = ({ search, children }: { search: ReactNode; children: ReactNode }) => (
  <ListPage
    call={calls.listConversations}
    fields={conversationFields}
    hasPeriod
    mainAction={search}
    title="conversations.title"
    columns={conversationColumns}
    keyOf={({ device_reference, thread_id }) => `${device_reference}/${thread_id}`}
    linkOf={conversationAddress}
    namesIn={namedNumbersOfConversation}
    empty={emptyListOf('messages', useProfile().profile)}
  >
    {children}
  </ListPage>
)
