import { type ConversationPage, calls } from '@holdfast/contract'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { readApi } from '../../../../shared/api/client.ts'
import type { ConversationKey } from '../../messages/conversation-address.ts'
import { pageMessages, placeAmong, withLateMessage, withReviewsOf } from './loaded-messages.ts'
import { readMessages } from './read-conversation.ts'

type Pages = InfiniteData<ConversationPage, string | null>

interface Reading {
  queryClient: QueryClient
  /** Of the pages. */
  queryKey: readonly unknown[]
  key: ConversationKey
  /** Continues the opening of the conversation; `null` before anything was opened. */
  openingKey: string | null
  /** For what comes after the last message; `null` unless that is loaded. */
  endKey: string | null
}

/** Reads what has arrived or changed in an opened conversation, and puts it among the pages. */
export const singleReads = ({ queryClient, queryKey, key, openingKey, endKey }: Reading) => {
  /** Reads the messages that came after the last one. */
  const loadArrived = async (): Promise<void> => {
    if (!endKey) return
    const page = await readMessages(key, { limit: pageMessages, last_key: endKey })
    if (page.items.length === 0) return
    queryClient.setQueryData<Pages>(
      queryKey,
      (former) => former && { pages: [...former.pages, page], pageParams: [...former.pageParams, endKey] },
    )
  }
  const readOne = async (payload_reference: string, with_text: boolean) => {
    const query = { around: payload_reference, limit: 1, with_text, ...(openingKey && { last_key: openingKey }) }
    const read = with_text ? readMessages(key, query) : readApi(calls.getConversation, { params: key, query })
    const { items } = await read.catch(() => ({ items: [] }))
    return items.find((item) => item.payload_reference === payload_reference)
  }
  /**
   * Reads a message that has arrived, if its time is before that of the last one, and puts it in its place.
   * @returns whether it is to be found further up, and not among those after the last one
   */
  const readIfLate = async (payload_reference: string): Promise<boolean> => {
    const arrived = await readOne(payload_reference, false)
    const place = arrived && placeAmong(queryClient.getQueryData<Pages>(queryKey)?.pages ?? [], arrived)
    if (place !== 'within') return place === 'earlier'
    const late = await readOne(payload_reference, true)
    if (late) {
      queryClient.setQueryData<Pages>(
        queryKey,
        (former) => former && { ...former, pages: withLateMessage(former.pages, late) },
      )
    }
    return late !== undefined
  }
  /** Reads one message again, as part of the same opening. */
  const readAgain = async (payload_reference: string): Promise<void> => {
    const read = await readOne(payload_reference, true)
    if (!read) return
    queryClient.setQueryData<Pages>(
      queryKey,
      (former) =>
        former && {
          ...former,
          pages: former.pages.map((page) => ({
            ...page,
            items: page.items.map((item) => (item.payload_reference === payload_reference ? read : item)),
          })),
        },
    )
  }
  /** Reads by whom messages that are shown were reviewed. It opens none of them. */
  const readReviews = async (references: ReadonlySet<string>): Promise<void> => {
    const waiting = new Set(references)
    for (const reference of references) {
      if (!waiting.delete(reference)) continue
      const query = {
        around: reference,
        limit: pageMessages,
        with_text: false,
        ...(openingKey && { last_key: openingKey }),
      }
      const { items } = await readApi(calls.getConversation, { params: key, query }).catch(() => ({ items: [] }))
      for (const { payload_reference } of items) waiting.delete(payload_reference)
      queryClient.setQueryData<Pages>(
        queryKey,
        (former) => former && { ...former, pages: withReviewsOf(former.pages, items) },
      )
    }
  }
  return { loadArrived, readAgain, readIfLate, readReviews }
}
