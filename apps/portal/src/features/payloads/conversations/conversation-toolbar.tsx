import type { ConversationSummary } from '@holdfast/contract'
import { Anchor, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useText } from '../../../shared/i18n/text.ts'
import { useProfile } from '../../../shared/session/profile.ts'
import { listedKinds } from '../kinds.ts'
import { maySearchWords } from '../search/may-search-words.ts'
import classes from './conversation-toolbar.module.css'
import type { useConversation } from './loading/use-conversation.ts'
import { MessageSearch } from './message-search.tsx'
import type { useMessageSearch } from './use-message-search.ts'

/** A filter takes as many values. */
const mostNumbers = 100

interface ConversationToolbarProps {
  reading: Pick<
    ReturnType<typeof useConversation>,
    'messages' | 'hasEarlier' | 'hasLater' | 'loadEarlier' | 'loadLater' | 'isLoading'
  >
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
      {typed.trim() !== '' && <NotSearched reading={reading} summary={summary} sought={typed.trim()} />}
    </>
  )
}

interface NotSearchedProps extends Pick<ConversationToolbarProps, 'reading' | 'summary'> {
  sought: string
}

/** Which texts of the conversation the search does not look at, and how to search the others. */
const NotSearched = ({ reading, summary, sought }: NotSearchedProps) => {
  const t = useText()
  const { messages, hasEarlier, hasLater, isLoading, loadEarlier, loadLater } = reading
  const isInPart = hasEarlier || hasLater
  const isCut = messages.some(({ is_text_cut }) => is_text_cut)
  if (!isInPart && !isCut) return null
  return (
    <div className={classes.notSearched}>
      <span role="status">
        {isInPart && t('conversation.searched_part', { loaded: messages.length, total: summary.messages })}{' '}
        {isCut && t('conversation.searched_cut')}
      </span>
      {hasEarlier && (
        <Button variant="subtle" size="compact-xs" loading={isLoading} onClick={loadEarlier}>
          {t('conversation.load_earlier')}
        </Button>
      )}
      {hasLater && (
        <Button variant="subtle" size="compact-xs" loading={isLoading} onClick={loadLater}>
          {t('conversation.load_later')}
        </Button>
      )}
      <SearchAll summary={summary} sought={sought} />
    </div>
  )
}

/** Leads to the account's search of words, for the messages of this device with these parties: no filter names a conversation. */
const SearchAll = ({ summary, sought }: Omit<NotSearchedProps, 'reading'>) => {
  const t = useText()
  const { profile } = useProfile()
  if (!maySearchWords('messages', profile) || !profile?.actions.includes('payloads:play')) return null
  const numbers = summary.numbers.filter((number) => number !== null).slice(0, mostNumbers)
  const filter = {
    text: sought,
    device_references: [summary.device_reference],
    ...(numbers.length > 0 && { numbers }),
  }
  return (
    <Anchor inherit renderRoot={(props) => <Link {...props} to={listedKinds.messages.list} search={{ filter }} />}>
      {t('conversation.search_all')}
    </Anchor>
  )
}
