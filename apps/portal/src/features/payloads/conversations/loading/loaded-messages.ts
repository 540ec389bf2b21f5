import type { ConversationMessage, ConversationPage } from '@holdfast/contract'

export const pageMessages = 100

type Place = Pick<ConversationMessage, 'payload_time' | 'payload_reference'>

const isBefore = (a: Place, b: Place): boolean =>
  a.payload_time === b.payload_time ? a.payload_reference < b.payload_reference : a.payload_time < b.payload_time

/** Where a message belongs that arrived after the pages of its conversation were read, the earliest first. */
export const placeAmong = (pages: readonly ConversationPage[], message: Place): 'earlier' | 'within' | 'later' => {
  const loaded = pages.flatMap(({ items }) => items)
  const [first, last] = [loaded[0], loaded.at(-1)]
  if (!first || !last || isBefore(last, message)) return 'later'
  return isBefore(message, first) && pages[0]?.first_key !== null ? 'earlier' : 'within'
}

/** The pages with this message in its place `within` them. */
export const withLateMessage = (
  pages: readonly ConversationPage[],
  message: ConversationMessage,
): ConversationPage[] => {
  const place = pages.findIndex(({ items }) => items.some((item) => !isBefore(item, message)))
  return pages.map((page, index) => {
    if (index !== place) return page
    const others = page.items.filter(({ payload_reference }) => payload_reference !== message.payload_reference)
    const next = others.findIndex((item) => isBefore(message, item))
    return { ...page, items: others.toSpliced(next === -1 ? others.length : next, 0, message) }
  })
}

/** The pages with the latest reviews of messages that were read again without their texts. */
export const withReviewsOf = (
  pages: readonly ConversationPage[],
  read: readonly ConversationMessage[],
): ConversationPage[] => {
  const latest = new Map(
    read.map(({ payload_reference, reviewed_at, reviewed_by, disposition }) => [
      payload_reference,
      { reviewed_at, reviewed_by, disposition },
    ]),
  )
  return pages.map((page) => ({
    ...page,
    items: page.items.map((item) => ({ ...item, ...latest.get(item.payload_reference) })),
  }))
}
