import type { Handlers } from '../../core/calls/index.ts'
import { getConversation } from './get-conversation.ts'
import { getSnippets } from './get-snippets.ts'
import { listConversations } from './list-conversations.ts'

export { countMessagesStatement } from './count-messages.ts'

export const conversationHandlers = { listConversations, getSnippets, getConversation } satisfies Partial<Handlers>
