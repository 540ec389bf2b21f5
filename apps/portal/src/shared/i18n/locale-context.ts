import { createContext, use } from 'react'
import type { Locale } from './locale.ts'

/** Changes the language without a reload. */
export const LocaleContext = createContext<(locale: Locale) => Promise<void>>(async () => {})

export const useChangeLocale = (): ((locale: Locale) => Promise<void>) => use(LocaleContext)
