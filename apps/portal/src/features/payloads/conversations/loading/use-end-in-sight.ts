import type { Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import type { ConversationKey } from '../../messages/conversation-address.ts'
import { useArrivedMessages } from './use-arrived-messages.ts'
import type { useConversation } from './use-conversation.ts'

/** Somebody who is this close to the end looks at the newest message. */
const nearEndPx = 120

/**
 * Follows a conversation while somebody looks at its end: new messages are read and scrolled to. Elsewhere they are counted.
 * @param entries how many entries are loaded
 */
export const useEndInSight = (
  frame: RefObject<HTMLElement | null>,
  conversation: ConversationKey,
  reading: ReturnType<typeof useConversation>,
  entries: number,
  virtualizer: Pick<Virtualizer<HTMLElement, Element>, 'scrollToIndex'>,
) => {
  const { hasLater } = reading
  const isFollowed = useRef(false)
  const isAtEnd = () => {
    const { scrollTop = 0, clientHeight = 0, scrollHeight = 0 } = frame.current ?? {}
    return !hasLater && scrollHeight - scrollTop - clientHeight < nearEndPx
  }
  const { arrived, readArrived } = useArrivedMessages(conversation, reading, isAtEnd)
  const follow = useEffectEvent(() => virtualizer.scrollToIndex(entries - 1, { align: 'end' }))
  useEffect(() => {
    if (isFollowed.current && entries > 0) follow()
  }, [entries])
  return {
    /** New messages that are not shown. */
    arrived,
    showArrived: () => {
      if (hasLater) return reading.jumpToNewest()
      isFollowed.current = true
      void readArrived()
    },
    onScroll: () => {
      isFollowed.current = isAtEnd()
      if (arrived > 0 && isFollowed.current) void readArrived()
    },
  }
}
