import type { ConversationSummary } from '@holdfast/contract'
import { Skeleton } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useVirtualizer, type VirtualItem, type Virtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type MouseEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { useText } from '../../../shared/i18n/text.ts'
import { ListEnd } from '../../../shared/list/list-end.tsx'
import { keepPlace, placeLeft } from '../../../shared/list/place-left.ts'
import { isReturning } from '../../../shared/list/returning.ts'
import { useProfile } from '../../../shared/session/profile.ts'
import {
  beginningOf,
  type ConversationEntry,
  dayHeightPx,
  entriesOf,
  type MessageEntry,
} from './conversation-entries.ts'
import { ConversationMessage } from './conversation-message.tsx'
import classes from './conversation-reader.module.css'
import { ConversationToolbar } from './conversation-toolbar.tsx'
import { JumpToDate } from './jump-to-date.tsx'
import type { ReadingStart, useConversation } from './loading/use-conversation.ts'
import { useEndInSight } from './loading/use-end-in-sight.ts'
import { useMessageSearch } from './use-message-search.ts'

const messageHeightPx = 84
/** The next messages are requested when fewer than this many loaded entries are left. */
const entriesAhead = 15

interface ConversationReaderProps {
  reading: ReturnType<typeof useConversation>
  summary: ConversationSummary
  /** The message that the address names. */
  message: string | null
  /** What the address searches in the messages. */
  words: string
}

/** The messages of a conversation by day, in a frame of its own. Renders only those near the place where somebody reads. */
export const ConversationReader = ({ reading, summary, message, words }: ConversationReaderProps) => {
  const t = useText()
  const entries = useMemo(() => entriesOf(reading.messages), [reading.messages])
  // Kept when somebody jumps to another place, which begins with other messages.
  const [typed, setTyped] = useState(words)
  const jumpToDay = (day: string, scrollTo: (index: number) => void) => {
    const index = entries.findIndex((entry) => entry.day === day)
    // The first loaded day may have earlier messages.
    if (index > 0 || (index === 0 && !reading.hasEarlier)) scrollTo(index)
    else reading.jump({ date: beginningOf(day) })
  }
  if (reading.messages.length === 0) {
    return (
      <div className={classes.frame}>
        <Skeleton className={classes.waiting} aria-label={t('player.preparing')} />
      </div>
    )
  }
  return (
    <MessageScroller
      key={JSON.stringify(reading.start)}
      reading={reading}
      entries={entries}
      summary={summary}
      message={message}
      onDay={jumpToDay}
      typed={typed}
      onType={setTyped}
    />
  )
}

interface MessageScrollerProps extends Omit<ConversationReaderProps, 'words'> {
  entries: readonly ConversationEntry[]
  onDay: (day: string, scrollTo: (index: number) => void) => void
  /** What is searched for in the messages. */
  typed: string
  onType: (typed: string) => void
}

/** The day of the messages at the top of the frame; `null` while the heading of a day is there. */
const dayAtTop = (
  entries: readonly ConversationEntry[],
  shown: readonly Pick<VirtualItem, 'index' | 'start' | 'end'>[],
  offset: number,
): string | null => {
  const atTop = shown.filter(({ start, end }) => end > offset && start < offset + dayHeightPx)
  const isHeading = atTop.some(({ index }) => entries[index]?.kind === 'day')
  return isHeading ? null : (entries[atTop[0]?.index ?? -1]?.day ?? null)
}

/** The entry at which reading begins. */
const firstIndex = (
  entries: readonly ConversationEntry[],
  start: ReadingStart,
  { place, focus }: { place: string | null; focus: string | null },
): { index: number; align: 'start' | 'center' | 'end' } => {
  const indexOf = (reference: string | null) => entries.findIndex(({ key }) => key === reference)
  const left = indexOf(place)
  if (left >= 0) return { index: left, align: 'center' }
  const focused = indexOf(focus)
  if (focused >= 0) return { index: focused, align: 'date' in start ? 'start' : 'center' }
  return 'at' in start && start.at === 'first'
    ? { index: 0, align: 'start' }
    : { index: entries.length - 1, align: 'end' }
}

/** The entry in which somebody clicked. */
const entryAt = ({ target }: MouseEvent, entries: readonly ConversationEntry[]): ConversationEntry | undefined =>
  entries[Number((target as HTMLElement).closest<HTMLElement>('[data-index]')?.dataset.index)]

const MessageScroller = (props: MessageScrollerProps) => {
  const { reading, entries, summary, message, onDay, typed, onType } = props
  const t = useText()
  const intl = useIntl()
  const frame = useRef<HTMLElement>(null)
  const entryOfHistory = useLocation({ select: ({ state }) => state.__TSR_key ?? '' })
  const [place] = useState(() => (isReturning() ? (placeLeft(entryOfHistory)?.row ?? null) : null))
  // With another function, the virtualizer goes through all entries again.
  const keyOf = useCallback((index: number) => entries[index]?.key ?? index, [entries])
  const virtualizer = useVirtualizer({
    count: entries.length,
    getScrollElement: () => frame.current,
    estimateSize: (index) => (entries[index]?.kind === 'day' ? dayHeightPx : messageHeightPx),
    getItemKey: keyOf,
    overscan: 10,
    // What is read stays in its place when earlier messages come before it.
    anchorTo: 'end',
  })
  const isPlaced = useRef(false)
  const { start, focus, hasEarlier, hasLater, loadEarlier, loadLater } = reading
  useEffect(() => {
    if (isPlaced.current) return
    isPlaced.current = true
    const { index, align } = firstIndex(entries, start, { place, focus })
    virtualizer.scrollToIndex(index, { align })
  })
  const shown = virtualizer.getVirtualItems()
  const [first, last] = [shown[0]?.index ?? 0, shown.at(-1)?.index ?? 0]
  const { arrived, showArrived, onScroll } = useEndInSight(frame, summary, reading, entries.length, virtualizer)
  useEffect(() => {
    if (!isPlaced.current || shown.length === 0) return
    if (hasEarlier && first < entriesAhead) loadEarlier()
    else if (hasLater && last >= entries.length - entriesAhead) loadLater()
  })
  const search = useMessageSearch(typed, entries, frame, virtualizer)
  const topDay = dayAtTop(entries, shown, virtualizer.scrollOffset ?? 0)
  const dayText = (day: string) => intl.formatDate(`${day}T12:00:00`, { dateStyle: 'full' })
  const scrollTo = (index: number) => {
    virtualizer.scrollToIndex(index, { align: 'start' })
    frame.current?.focus()
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.target !== frame.current || (event.key !== 'Home' && event.key !== 'End')) return
    event.preventDefault()
    jumpToEnd(event.key === 'Home' ? 'first' : 'last')
  }
  const jumpToEnd = (at: 'first' | 'last') => {
    const isLoaded = at === 'first' ? !hasEarlier : !hasLater
    if (!isLoaded) reading.jump({ at })
    else virtualizer.scrollToIndex(at === 'first' ? 0 : entries.length - 1, { align: at === 'first' ? 'start' : 'end' })
  }
  const notePlace = (event: MouseEvent) => {
    const entry = entryAt(event, entries)
    if (entry) keepPlace(entryOfHistory, { row: entry.key, index: 0, topPx: 0 })
  }
  return (
    <div className={classes.reader}>
      <ConversationToolbar reading={reading} summary={summary} typed={typed} onType={onType} search={search}>
        <JumpToDate summary={summary} onDay={(day) => onDay(day, scrollTo)} onEnd={jumpToEnd} />
      </ConversationToolbar>
      <section
        ref={frame}
        className={classes.frame}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what is longer than its frame has to be scrollable by keys
        tabIndex={0}
        aria-label={t('conversation.messages')}
        onKeyDown={onKey}
        onClickCapture={notePlace}
        onScroll={onScroll}
      >
        {topDay && <TopDay text={dayText(topDay)} />}
        <ShownEntries {...{ entries, virtualizer, message, search, dayText }} />
        {arrived > 0 && <Arrived count={arrived} onShow={showArrived} />}
        {(hasLater || reading.moreFailure) && (
          <ListEnd hasMore={hasLater} failure={reading.moreFailure} onRetry={hasLater ? loadLater : loadEarlier} />
        )}
      </section>
    </div>
  )
}

const TopDay = ({ text }: { text: string }) => (
  <p className={classes.topDay} aria-hidden>
    <span>{text}</span>
  </p>
)

interface ShownEntriesProps {
  entries: readonly ConversationEntry[]
  virtualizer: Virtualizer<HTMLElement, Element>
  message: string | null
  search: ReturnType<typeof useMessageSearch>
  dayText: (day: string) => string
}

/** The entries near the place where somebody reads. */
const ShownEntries = ({ entries, virtualizer, message, search, dayText }: ShownEntriesProps) => (
  <ol className={classes.messages} style={{ height: virtualizer.getTotalSize() }}>
    {virtualizer.getVirtualItems().map(({ index, key, start }) => {
      const entry = entries[index]
      if (!entry) return null
      return (
        <li
          key={key}
          ref={virtualizer.measureElement}
          data-index={index}
          className={classes.entry}
          style={{ transform: `translateY(${start}px)` }}
          aria-current={entry.key === message || undefined}
        >
          {entry.kind === 'day' ? (
            <h2 className={classes.day}>
              <span>{dayText(entry.day)}</span>
            </h2>
          ) : (
            <FoundMessage entry={entry} isCurrent={entry.key === message} search={search} />
          )}
        </li>
      )
    })}
  </ol>
)

interface FoundMessageProps {
  entry: MessageEntry
  isCurrent: boolean
  search: ReturnType<typeof useMessageSearch>
}

/** A message, with what is searched for marked in it. */
const FoundMessage = ({
  entry: { key, message, isContinued, isClockSetBack },
  isCurrent,
  search,
}: FoundMessageProps) => {
  const { profile } = useProfile()
  return (
    <ConversationMessage
      message={message}
      isContinued={isContinued}
      isClockSetBack={isClockSetBack}
      isCurrent={isCurrent}
      profile={profile}
      matches={search.ofMessage(key)}
      currentMatch={search.current}
      onCurrentMatch={search.reveal}
    />
  )
}

/** New messages that are not shown yet, because somebody reads further up. */
const Arrived = ({ count, onShow }: { count: number; onShow: () => void }) => {
  const t = useText()
  return (
    <p className={classes.arrived}>
      <button type="button" onClick={onShow}>
        {t('conversation.arrived', { count })}
      </button>
    </p>
  )
}
