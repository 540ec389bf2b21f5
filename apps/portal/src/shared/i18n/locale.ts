import { type Locale, limits } from '@holdfast/contract'

export type { Locale } from '@holdfast/contract'

/** The languages of the portal (product.md section 1). The contract's own list would load its schemas. */
const locales = ['en-GB', 'pt-BR'] as const satisfies readonly Locale[]

const cookieName = 'locale'

const isLocale = (value: string | undefined): value is Locale => locales.includes(value as Locale)

/** The remembered locale, else the browser's language if the portal has it, else en-GB. */
export const chooseLocale = (cookies: string, languages: readonly string[]): Locale => {
  const remembered = cookies
    .split('; ')
    .find((cookie) => cookie.startsWith(`${cookieName}=`))
    ?.slice(cookieName.length + 1)
  if (isLocale(remembered)) return remembered
  return languages.some((language) => language.toLowerCase().startsWith('pt')) ? 'pt-BR' : 'en-GB'
}

/** The cookie that remembers a locale: 365 days, path /, SameSite lax (rules-and-calls section 9). */
export const localeCookie = (locale: Locale): string =>
  `${cookieName}=${locale}; path=/; max-age=${limits.localeCookieDays * 24 * 60 * 60}; samesite=lax`
