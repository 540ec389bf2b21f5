import { SegmentedControl } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useText } from '../../../shared/i18n/text.ts'
import { useFilters } from '../../../shared/list/use-filters.ts'
import { filterOfView, type View, viewOf } from './conversation-filters.ts'
import { ConversationList } from './conversation-list.tsx'

interface MessagesViewProps {
  /** The list of single messages, with the choice between both views. */
  single: (choice: ReactNode) => ReactNode
  /** The search of words. It finds single messages. */
  search: ReactNode
}

/** Messages as conversations, or each by itself. The address holds the choice. */
export const MessagesView = ({ single, search }: MessagesViewProps) => {
  const t = useText()
  const { filter, sort, addressOf } = useFilters()
  const navigate = useNavigate()
  const view = viewOf(filter, sort)
  const show = (chosen: View) => {
    const address = addressOf(filterOfView(filter, chosen))
    void navigate({ to: '.', search: address, replace: true, resetScroll: false })
  }
  const choice = (
    <SegmentedControl
      size="xs"
      aria-label={t('conversations.view')}
      value={view}
      onChange={(chosen) => show(chosen === 'single' ? 'single' : 'conversations')}
      data={[
        { value: 'conversations', label: t('conversations.view_conversations') },
        { value: 'single', label: t('conversations.view_single') },
      ]}
    />
  )
  return view === 'single' ? single(choice) : <ConversationList search={search}>{choice}</ConversationList>
}
