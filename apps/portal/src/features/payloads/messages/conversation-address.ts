export interface ConversationKey {
  device_reference: string
  thread_id: string
}

/** The address of a conversation's screen, at one of its messages if that is given. */
export const conversationAddress = ({ device_reference, thread_id }: ConversationKey): string =>
  `/dashboard/services/messages/conversations/${encodeURIComponent(device_reference)}/${encodeURIComponent(thread_id)}`
