import { messageTypes, type UserProfile } from '@holdfast/contract'
import type { ListName } from '../kinds.ts'

/** The content of messages is searched by those who may play it, and comments by those who may read them. */
export const maySearchWords = (name: ListName, profile: UserProfile | undefined): boolean => {
  if (name === 'diagnostics' || !profile?.account_settings.is_word_search_on) return false
  const hasMessages =
    name === 'messages' || (name === 'all' && messageTypes.some((type) => profile.payload_types.includes(type)))
  const mayPlay = hasMessages && profile.actions.includes('payloads:play')
  return mayPlay || profile.actions.includes('comments:read')
}
