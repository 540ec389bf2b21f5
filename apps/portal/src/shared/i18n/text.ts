import { createIntl, createIntlCache, type IntlShape, useIntl } from 'react-intl'
import type { messages as editingMessages } from './en-gb/editing.ts'
import type { Messages } from './en-gb/index.ts'
import { chooseLocale, type Locale, localeCookie } from './locale.ts'

type EditingId = keyof typeof editingMessages
export type MessageId = keyof Messages | EditingId
export type TextValues = Record<string, string | number | Date>

/** Only the active locale's messages are downloaded. */
const catalogues: Record<Locale, () => Promise<Messages>> = {
  'en-GB': async () => (await import('./en-gb/index.ts')).messages,
  'pt-BR': async () => (await import('./pt-br/index.ts')).messages,
}

const editing: Record<Locale, () => Promise<Record<EditingId, string>>> = {
  'en-GB': async () => (await import('./en-gb/editing.ts')).messages,
  'pt-BR': async () => (await import('./pt-br/editing.ts')).messages,
}

let active: IntlShape | undefined
let isEditing = false

/** What the server refuses, it says in English; other languages say it by the code. */
const refusals: Record<Locale, () => Promise<Record<string, string>>> = {
  'en-GB': async () => ({}),
  'pt-BR': async () => (await import('./pt-br/refusals.ts')).messages,
}

/** A message that is missing would stand on the screen as its id: the journeys find that in the console. */
const onError = ({ message }: Error): void => {
  // biome-ignore lint/suspicious/noConsole: see above
  console.error(message)
}

/** Loads a locale's messages and makes it the language of the page. */
export const activateLocale = async (locale: Locale): Promise<IntlShape> => {
  const loading = [catalogues[locale](), refusals[locale](), isEditing ? editing[locale]() : {}]
  const messages: Record<string, string> = Object.assign({}, ...(await Promise.all(loading)))
  active = createIntl({ locale, messages, onError }, createIntlCache())
  document.documentElement.lang = locale
  return active
}

/** Fetches what the screens say that edit access, accounts and support, in this language and each one chosen later. */
export const loadEditingMessages = async (): Promise<void> => {
  if (isEditing || !active) return
  isEditing = true
  // Messages are looked up as they are said, so those that are added are found.
  Object.assign(active.messages, await editing[active.locale as Locale]())
}

/** The locale to begin with: remembered, else the browser's. */
export const startingLocale = (): Locale => chooseLocale(document.cookie, navigator.languages)

/** Remembers the locale for a year and loads it. */
export const changeLocale = (locale: Locale): Promise<IntlShape> => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in all supported browsers
  document.cookie = localeCookie(locale)
  return activateLocale(locale)
}

const format = (intl: IntlShape, id: MessageId, values?: TextValues): string =>
  intl.formatMessage<TextValues, string>({ id }, values ?? {}) as string

/** A message outside of React: notices, document titles. The id itself until a locale is loaded. */
export const text = (id: MessageId, values?: TextValues): string => (active ? format(active, id, values) : id)

/** What a refusal by the server says in the person's language; undefined where the server's own words are in it. */
export const refusalText = (code: string, details: TextValues): string | undefined => {
  const id = `refusal.${code}`
  return active && id in active.messages ? format(active, id as MessageId, details) : undefined
}

/** Messages inside of React; re-renders when the language changes. */
export const useText = (): ((id: MessageId, values?: TextValues) => string) => {
  const intl = useIntl()
  return (id, values) => format(intl, id, values)
}
