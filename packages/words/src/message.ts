import type { Messages } from './en-gb/index.ts'

export type MessageId = keyof Messages
export type TextValues = Record<string, string | number | Date>

/** Gives a message in a language. */
export type Translate = (id: MessageId, values?: TextValues) => string

/** Gives a message whose id depends on data; undefined where there is none. */
export type FindText = (id: string, values?: TextValues) => string | undefined
