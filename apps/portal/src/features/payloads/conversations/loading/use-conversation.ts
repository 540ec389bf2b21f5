import { type ConversationPage, calls } from '@holdfast/contract'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorInstead } from '../../../../shared/api/api-error.ts'
import { readApi, session } from '../../../../shared/api/client.ts'
import { useProfile } from '../../../../shared/session/profile.ts'
import type { ConversationKey } from '../../messages/conversation-address.ts'
import { afterReason } from '../../reasons/ask-reason.ts'
import { pageMessages } from './loaded-messages.ts'
import { readMessages, reasonScopeOf } from './read-conversation.ts'
import { singleReads } from './single-reads.ts'

/** Where reading begins: at a message, at a time (a date parameter), or at the first or last message. */
export type ReadingStart = { around: string } | { date: string } | { at: 'first' | 'last' }

/** How long an opened conversation is kept for somebody who opens a message and comes back. */
const keptMs = 60 * 60_000

const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone

const keyOf = ({ device_reference, thread_id }: ConversationKey) => {
  const { client, support } = session.state()
  return [client, support?.requestReference ?? null, device_reference, thread_id] as const
}

/** What is known of a conversation as a whole. Reading it opens no message. */
export const useConversationSummary = (key: ConversationKey) => {
  const { data, error, refetch } = useQuery({
    queryKey: ['conversation-summary', ...keyOf(key)],
    queryFn: ({ signal }) =>
      readApi(calls.getConversation, { params: key, query: { with_text: false, limit: 1, timezone }, signal }),
  })
  return { summary: data?.conversation, error: errorInstead(error, data), retry: () => void refetch() }
}

/**
 * The messages of a conversation around the place where somebody reads. The first request opens the conversation, which is put
 * on the trail; it is made by `open`. Jumping to another place continues the same opening.
 */
export const useConversation = (key: ConversationKey, initial: ReadingStart) => {
  const queryClient = useQueryClient()
  const { profile } = useProfile()
  const [reading, setReading] = useState<{ start: ReadingStart; from: string | null }>({ start: initial, from: null })
  const queryKey = ['conversation', ...keyOf(key), reading.start]
  // Somebody who comes back has opened it before.
  const [isOpened, setOpened] = useState(() => queryClient.getQueryData(queryKey) !== undefined)
  const mayPlay = profile?.actions.includes('payloads:play') ?? false
  const { from, start } = reading
  const pages = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      readMessages(
        key,
        {
          limit: pageMessages,
          ...(pageParam === null ? { ...start, ...(from && { last_key: from }) } : { last_key: pageParam }),
        },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page: ConversationPage) => page.last_key,
    getPreviousPageParam: (page: ConversationPage) => page.first_key,
    // Without the right to play, there is nothing to open.
    enabled: profile !== undefined && (isOpened || !mayPlay),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: keptMs,
  })
  const loaded = pages.data?.pages ?? []
  const last = loaded.at(-1)
  const openingKey = loaded[0]?.first_key ?? last?.last_key ?? last?.end_key ?? null
  const more = singleReads({ queryClient, queryKey, key, openingKey, endKey: last?.end_key ?? null })
  return {
    isOpened: isOpened || !mayPlay,
    /** Nothing happens if the person gives no reason where the account asks for one. */
    open: () => afterReason(reasonScopeOf(key), () => setOpened(true)),
    start,
    messages: loaded.flatMap(({ items }) => items),
    focus: loaded.find(({ focus }) => focus !== null)?.focus ?? null,
    error: errorInstead(pages.error, pages.data),
    retry: () => void pages.refetch(),
    isLoading: pages.isFetchingNextPage || pages.isFetchingPreviousPage,
    moreFailure: pages.isFetchNextPageError || pages.isFetchPreviousPageError ? pages.error : null,
    hasEarlier: pages.hasPreviousPage,
    hasLater: pages.hasNextPage,
    loadEarlier: () => {
      if (pages.hasPreviousPage && !pages.isFetching) void pages.fetchPreviousPage()
    },
    loadLater: () => {
      if (pages.hasNextPage && !pages.isFetching) void pages.fetchNextPage()
    },
    ...more,
    /** Leads to the newest message, also if an earlier end of the conversation is still cached. */
    jumpToNewest: () => {
      const newest = { at: 'last' } as const
      queryClient.removeQueries({ queryKey: ['conversation', ...keyOf(key), newest] })
      setReading({ start: newest, from: openingKey })
    },
    jump: (next: ReadingStart) => setReading({ start: next, from: openingKey }),
  }
}
