import type { Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useDeferredValue, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { type ConversationEntry, dayHeightPx } from './conversation-entries.ts'
import { type MessageMatch, messageMatches } from './message-matches.ts'

/** Finds a text in the loaded messages, and leads from one match to the next. */
export const useMessageSearch = (
  typed: string,
  entries: readonly ConversationEntry[],
  frame: RefObject<HTMLElement | null>,
  virtualizer: Pick<Virtualizer<HTMLElement, Element>, 'range' | 'getVirtualItems' | 'scrollToIndex' | 'scrollBy'>,
) => {
  const sought = useDeferredValue(typed.trim())
  const matches = useMemo(() => messageMatches(entries, sought), [entries, sought])
  const matchesOf = useMemo(() => Map.groupBy(matches, ({ key }) => key), [matches])
  const [currentId, setCurrentId] = useState<string | null>(null)
  const at = matches.findIndex(({ id }) => id === currentId)
  /** The last one up to the end of what is in sight: people read the latest messages first. */
  const nearest = () => {
    const end = virtualizer.range?.endIndex ?? 0
    return matches.findLast(({ index }) => index <= end) ?? matches[0]
  }
  const show = (match: MessageMatch | undefined) => {
    setCurrentId(match?.id ?? null)
    if (!match) return
    const isRendered = virtualizer.getVirtualItems().some(({ index }) => index === match.index)
    // A mark that is rendered leads to itself when it becomes the current one.
    if (!isRendered || match.id === currentId) virtualizer.scrollToIndex(match.index, { align: 'center' })
  }
  const begin = useEffectEvent(() => {
    if (at < 0) show(nearest())
  })
  // Not when it begins with a text, as after a jump to another day.
  const begun = useRef(sought)
  useEffect(() => {
    if (begun.current === sought) return
    begun.current = sought
    begin()
  }, [sought])
  return {
    count: matches.length,
    /** Which one of them somebody was led to, the first one being 1; 0 if none. */
    place: at + 1,
    step: (by: 1 | -1) => show(at < 0 ? nearest() : matches.at((at + by) % matches.length)),
    ofMessage: (key: string) => matchesOf.get(key) ?? [],
    current: matches[at] ?? null,
    /** Scrolls to a mark, which can be out of sight in a long message. */
    reveal: (mark: HTMLElement) => {
      if (!frame.current) return
      const [{ top, bottom }, outer] = [mark.getBoundingClientRect(), frame.current.getBoundingClientRect()]
      // The heading of a day covers the top.
      const isInSight = top >= outer.top + dayHeightPx && bottom <= outer.bottom
      if (!isInSight) virtualizer.scrollBy(top - outer.top - outer.height / 2)
    },
  }
}
