import type { ConversationSummary } from '@holdfast/contract'
import type { ReactNode } from 'react'
import { useText } from '../../../shared/i18n/text.ts'
import classes from './conversation-toolbar.module.css'
import { MessageSearch } from './message-search.tsx'
import type { useConversation } from './use-conversation.ts'
import type { useMessageSearch } from './use-message-search.ts'

interface ConversationToolbarProps {
  reading: Pick<ReturnType<typeof useConversation>, 'messages' | 'hasEarlier' | 'hasLater'>
  summary: ConversationSummary
  /** What is searched for. */
  typed: string
  onType: (typed: string) => void
  search: ReturnType<typeof useMessageSearch>
  /** Leads to other places of the conversation. */
  children: ReactNode
}

/** Above the messages: searches them, and leads to other places. */
export const ConversationToolbar = (props: ConversationToolbarProps) => {
  const { reading, summary, typed, onType, search, children } = props
  return (
    <>
      <div className={classes.toolbar}>
        <MessageSearch typed={typed} onType={onType} count={search.count} place={search.place} onStep={search.step} />
        {children}
      </div>
      {typed.trim() !== '' && <NotSearched reading={reading} total={summary.messages} />}
    </>
  )
}

/** Which texts of the conversation the search does not look at. */
const NotSearched = ({ reading, total }: Pick<ConversationToolbarProps, 'reading'> & { total: number }) => {
  const t = useText()
  const { messages, hasEarlier, hasLater } = reading
  const isInPart = hasEarlier || hasLater
  const isCut = messages.some(({ is_text_cut }) => is_text_cut)
  if (!isInPart && !isCut) return null
  return (
    <p className={classes.notSearched} role="status">
      {isInPart && t('conversation.searched_part', { loaded: messages.length, total })}{' '}
      {isCut && t('conversation.searched_cut')}
    </p>
  )
}
