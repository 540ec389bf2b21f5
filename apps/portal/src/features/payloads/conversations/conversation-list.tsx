import { calls, messageTypes } from '@holdfast/contract'
import { IconMessages } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { FilterField } from '../../../shared/list/filter-fields.ts'
import { ListPage } from '../../../shared/list/list-page.tsx'
import { conversationAddress } from './conversation-address.ts'
import { conversationColumns } from './conversation-columns.tsx'

const fields: readonly FilterField[] = [
  { kind: 'found', finds: 'number', name: 'numbers', label: 'payload.numbers' },
  { kind: 'found', finds: 'device_user', name: 'device_user_references', label: 'payload.who' },
  { kind: 'found', finds: 'device', name: 'device_references', label: 'payload.device' },
  { kind: 'found', finds: 'group', name: 'groups', label: 'payload.group' },
  {
    kind: 'choices',
    name: 'payload_types',
    label: 'payload.kind',
    options: messageTypes.map((type) => ({ value: type, label: `kind.${type}` as const })),
  },
]

/** The names of the filters that the list of conversations has. */
export const conversationFilters: ReadonlySet<string> = new Set([
  ...fields.map(({ name }) => name),
  'period',
  'date_from',
  'date_to',
])

/**
 * Conversations with the beginnings of their last messages, the newest first. Without `prefetch`: reading the list is put on the
 * trail, and pointing at a link is not reading it.
 * @param children the choice of the view
 */
export const ConversationList = ({ children }: { children: ReactNode }) => (
  <ListPage
    call={calls.listConversations}
    fields={fields}
    hasPeriod
    title="conversations.title"
    columns={conversationColumns}
    keyOf={({ device_reference, thread_id }) => `${device_reference}/${thread_id}`}
    linkOf={conversationAddress}
    empty={{ icon: IconMessages, title: 'empty.messages', body: 'empty.messages_body' }}
  >
    {children}
  </ListPage>
)
