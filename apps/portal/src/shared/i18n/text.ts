import type { FindText, MessageId, TextValues } from '@holdfast/words'
import { useCallback } from 'react'
import { createIntl, createIntlCache, type IntlShape, useIntl } from 'react-intl'
import { chooseLocale, type Locale, localeCookie } from './locale.ts'

export type { FindText, MessageId, TextValues }

/**
 * Only the messages of the active locale are downloaded. The server's messages are English; for other languages, its
 * error codes are translated.
 */
const catalogues: Record<Locale, () => Promise<Record<string, string>>> = {
  'en-GB': async () => (await import('@holdfast/words/en-gb')).messages,
  'pt-BR': async () => (await import('@holdfast/words/pt-br')).messages,
}

let active: IntlShape | undefined
let loading: Promise<IntlShape> | undefined

/** A missing message is shown as its id. Journeys fail on this console error. */
const onError = ({ message }: Error): void => {
  // biome-ignore lint/suspicious/noConsole: see above
  console.error(message)
}

const loadLocale = async (locale: Locale): Promise<IntlShape> => {
  active = createIntl({ locale, messages: await catalogues[locale](), onError }, createIntlCache())
  document.documentElement.lang = locale
  return active
}

/** Loads a locale's messages and makes it the page's language. */
export const activateLocale = (locale: Locale): Promise<IntlShape> => {
  loading = loadLocale(locale)
  return loading
}

/** Settles when `text` has messages: the first calls may be answered before. */
export const messagesLoaded = async (): Promise<void> => void (await loading)

/** The remembered locale, else the browser's. */
export const startingLocale = (): Locale => chooseLocale(document.cookie, navigator.languages)

/** Remembers the locale for a year and loads it. */
export const changeLocale = (locale: Locale): Promise<IntlShape> => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in all supported browsers
  document.cookie = localeCookie(locale)
  return activateLocale(locale)
}

const format = (intl: IntlShape, id: MessageId, values?: TextValues): string =>
  intl.formatMessage<TextValues, string>({ id }, values ?? {}) as string

/** A message whose id depends on data; undefined if there is none. */
const find = (intl: IntlShape, id: string, values?: TextValues): string | undefined =>
  id in intl.messages ? format(intl, id as MessageId, values) : undefined

/** A message outside of React, such as a notice. The id itself until the messages are loaded. */
export const text = (id: MessageId, values?: TextValues): string => (active ? format(active, id, values) : id)

/** A refusal in the person's language; undefined where the server's own message is in it. */
export const refusalText = (code: string, details: TextValues): string | undefined =>
  active && find(active, `refusal.${code}`, details)

/** Messages inside of React. Re-renders when the language changes. */
export const useText = (): ((id: MessageId, values?: TextValues) => string) => {
  const intl = useIntl()
  return (id, values) => format(intl, id, values)
}

/** Messages whose ids depend on data, inside of React; undefined where there is none. The same function while the language is the same. */
export const useFindText = (): FindText => {
  const intl = useIntl()
  return useCallback((id, values) => find(intl, id, values), [intl])
}
