import { SegmentedControl, Text } from '@mantine/core'
import { useLocation, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { useText } from '../../../shared/i18n/text.ts'
import type { FilterField } from '../../../shared/list/filter-fields.ts'
import type { ListSearch } from '../../../shared/list/list-search.ts'
import { useFilters } from '../../../shared/list/use-filters.ts'
import { filterOfView, setAsideOf, type View, viewOf } from './conversation-filters.ts'
import { ConversationList } from './conversation-list.tsx'

interface MessagesViewProps {
  /** The list of single messages, with the choice between both views. */
  single: (choice: ReactNode) => ReactNode
  /** The search of words. It finds single messages. */
  search: ReactNode
  /** The filters of single messages. */
  fields: readonly FilterField[]
}

/**
 * Messages as conversations, or each by itself. The address holds the choice. The filters that conversations do not have are kept in the
 * history, and apply again to single messages.
 */
export const MessagesView = ({ single, search, fields }: MessagesViewProps) => {
  const t = useText()
  const { filter, sort, addressOf } = useFilters()
  const navigate = useNavigate()
  const setAside = useLocation({ select: ({ state }) => state.setAside })
  const view = viewOf(filter, sort)
  const show = (chosen: View) => {
    const address = addressOf({ ...filterOfView(filter, chosen), ...(chosen === 'single' && setAside?.filter) })
    const order = chosen === 'single' && setAside?.sort ? { sort: setAside.sort } : {}
    const kept = chosen === 'conversations' ? setAsideOf({ filter, ...(sort !== undefined && { sort }) }) : undefined
    void navigate({
      to: '.',
      search: { ...address, ...order },
      state: { isChosen: true, ...(kept && { setAside: kept }) },
      resetScroll: false,
    })
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
  if (view === 'single') return single(choice)
  return (
    <ConversationList search={search} note={setAside && <NotApplied setAside={setAside} fields={fields} />}>
      {choice}
    </ConversationList>
  )
}

/** Says which filters of single messages the list of conversations does not have. */
const NotApplied = ({ setAside, fields }: { setAside: ListSearch; fields: readonly FilterField[] }) => {
  const t = useText()
  const intl = useIntl()
  const { filter = {}, sort } = setAside
  const names = [
    ...fields.filter(({ name }) => name in filter).map(({ label }) => t(label)),
    ...(sort === undefined ? [] : [t('list.order')]),
  ]
  if (names.length === 0) return null
  return (
    <Text size="sm" c="dimmed" mb="sm" role="status">
      {t('conversations.not_applied', { names: intl.formatList(names, { type: 'unit' }) })}
    </Text>
  )
}
