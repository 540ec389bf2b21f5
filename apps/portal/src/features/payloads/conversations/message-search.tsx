import { ActionIcon, Text, TextInput, Tooltip } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useRef } from 'react'
import { useText } from '../../../shared/i18n/text.ts'
import { usePageKeys } from '../../../shared/ui/use-page-keys.ts'
import classes from './message-search.module.css'

interface MessageSearchProps {
  typed: string
  onType: (typed: string) => void
  count: number
  /** Which match somebody was led to; 0 if none. */
  place: number
  onStep: (by: 1 | -1) => void
}

/** Searches the loaded messages: those out of sight are not rendered, so the search of the browser does not find them. */
export const MessageSearch = ({ typed, onType, count, place, onStep }: MessageSearchProps) => {
  const t = useText()
  const field = useRef<HTMLInputElement>(null)
  usePageKeys([['findInConversation', () => field.current?.focus()]])
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') onType('')
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (count > 0) onStep(event.shiftKey ? -1 : 1)
  }
  const isSearching = typed.trim() !== ''
  return (
    <search className={classes.search}>
      <TextInput
        ref={field}
        className={classes.field}
        size="xs"
        aria-label={t('conversation.search')}
        placeholder={t('conversation.search')}
        leftSection={<IconSearch size={15} stroke={1.7} aria-hidden />}
        value={typed}
        onChange={(event) => onType(event.currentTarget.value)}
        onKeyDown={onKey}
      />
      <Text size="xs" c="dimmed" className="numeric" role="status">
        {isSearching && (place > 0 ? t('list.place', { place, count }) : t('list.found_count', { count }))}
      </Text>
      {isSearching && (
        <ActionIcon.Group>
          <Tooltip label={t('conversation.match_previous_key')}>
            <ActionIcon
              variant="default"
              size={30}
              disabled={count === 0}
              aria-label={t('conversation.match_previous')}
              onClick={() => onStep(-1)}
            >
              <IconChevronUp size={16} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={t('conversation.match_next_key')}>
            <ActionIcon
              variant="default"
              size={30}
              disabled={count === 0}
              aria-label={t('conversation.match_next')}
              onClick={() => onStep(1)}
            >
              <IconChevronDown size={16} />
            </ActionIcon>
          </Tooltip>
        </ActionIcon.Group>
      )}
    </search>
  )
}
