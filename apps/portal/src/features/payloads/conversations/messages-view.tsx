import { SegmentedControl } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useText } from '../../../shared/i18n/text.ts'
import { valuesOf } from '../../../shared/list/filter-fields.ts'
import type { FilterValues } from '../../../shared/list/list-search.ts'
import { useFilters } from '../../../shared/list/use-filters.ts'
import { ConversationList, conversationFilters } from './conversation-list.tsx'

type View = 'conversations' | 'single'

/** Which view an address asks for. One with a filter or an order that conversations do not have shows single messages. */
export const viewOf = (filter: FilterValues, sort: string | undefined): View => {
  const isOfMessages = Object.keys(filter).some((name) => name !== 'view' && !conversationFilters.has(name))
  return isOfMessages || sort !== undefined || valuesOf(filter, 'view').includes('single') ? 'single' : 'conversations'
}

/** The filter of the other view; filters that it does not have are removed. */
export const filterOfView = (filter: FilterValues, view: View): FilterValues => {
  const common = Object.fromEntries(Object.entries(filter).filter(([name]) => conversationFilters.has(name)))
  return view === 'single' ? { ...common, view: 'single' } : common
}

/** Messages as conversations, or each by itself. The address holds the choice. */
export const MessagesView = ({ single }: { single: (choice: ReactNode) => ReactNode }) => {
  const t = useText()
  const { filter, sort } = useFilters()
  const navigate = useNavigate()
  const view = viewOf(filter, sort)
  const show = (chosen: View) => {
    const kept = filterOfView(filter, chosen)
    const search = Object.keys(kept).length > 0 ? { filter: kept } : {}
    void navigate({ to: '.', search, replace: true, resetScroll: false })
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
  return view === 'single' ? single(choice) : <ConversationList>{choice}</ConversationList>
}
