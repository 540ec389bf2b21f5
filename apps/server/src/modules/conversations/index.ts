import type { Handlers } from '../../core/calls/index.ts'
import { getConversation } from './get-conversation.ts'
import { listConversations } from './list-conversations.ts'

export { countMessagesStatement } from './count-messages.ts'

export const conversationHandlers = { listConversations, getConversation } satisfies Partial<Handlers>
