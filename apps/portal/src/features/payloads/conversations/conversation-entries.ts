import type { ConversationMessage } from '@holdfast/contract'

export interface MessageEntry {
  kind: 'message'
  key: string
  day: string
  message: ConversationMessage
  /** It follows a message of the same side within minutes, whose head says who wrote it. */
  isContinued: boolean
  /** The handset recorded it before the message above it, which has an earlier time. */
  isClockSetBack: boolean
}

/** A line of a conversation: the heading of a day, or a message. */
export type ConversationEntry = { kind: 'day'; key: string; day: string } | MessageEntry

/** The height of the heading of a day. */
export const dayHeightPx = 44

const togetherMs = 5 * 60_000

/** Recordings that begin together may get their numbers in any order. */
const atOnceMs = 60_000

const padded = (value: number): string => String(value).padStart(2, '0')

/** The day of a time in the person's time zone, as yyyy-mm-dd. */
export const dayOf = (time: string): string => {
  const date = new Date(time)
  return `${date.getFullYear()}-${padded(date.getMonth() + 1)}-${padded(date.getDate())}`
}

/** The beginning of a day in the person's time zone, as a date parameter in UTC. */
export const beginningOf = (day: string): string => {
  const iso = new Date(`${day}T00:00:00`).toISOString()
  return `${iso.slice(0, 10)}-${iso.slice(11, 19).replaceAll(':', '')}`
}

const isSameSide = (a: ConversationMessage, b: ConversationMessage): boolean => {
  const from = ({ meta }: ConversationMessage) => meta.message_parties?.find(({ role }) => role === 'from')
  return (
    (a.meta.direction === 'O') === (b.meta.direction === 'O') &&
    a.payload_type === b.payload_type &&
    from(a)?.phone_number === from(b)?.phone_number &&
    from(a)?.name === from(b)?.name
  )
}

/** A handset numbers its recordings in order, whatever its clock shows. */
const isSetBackBetween = (previous: ConversationMessage, message: ConversationMessage): boolean =>
  previous.sequence !== null &&
  message.sequence !== null &&
  previous.sequence > message.sequence &&
  Date.parse(message.payload_time) - Date.parse(previous.payload_time) >= atOnceMs

/** The messages with a heading before the first one of each day. */
export const entriesOf = (messages: readonly ConversationMessage[]): ConversationEntry[] =>
  messages.flatMap((message, index): ConversationEntry[] => {
    const previous = messages[index - 1]
    const day = dayOf(message.payload_time)
    const isNewDay = !previous || dayOf(previous.payload_time) !== day
    const isContinued =
      !isNewDay &&
      isSameSide(previous, message) &&
      Date.parse(message.payload_time) - Date.parse(previous.payload_time) < togetherMs
    const isClockSetBack = previous !== undefined && isSetBackBetween(previous, message)
    const key = message.payload_reference
    const entry = { kind: 'message', key, day, message, isContinued, isClockSetBack } as const
    return isNewDay ? [{ kind: 'day', key: day, day }, entry] : [entry]
  })
