import type { IncomingMessage } from 'node:http'
import type { Locale } from '@holdfast/contract'

/** The value of a cookie as the browser sent it. */
export const cookieOf = ({ headers }: Pick<IncomingMessage, 'headers'>, name: string): string | undefined =>
  headers.cookie
    ?.split('; ')
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)

/** Name of the portal's locale cookie: 365 days, path /, SameSite lax (product.md section 9). */
const localeCookie = 'locale'

/** What a browser's request tells of the person's language, the portal's locale cookie first. */
export const localesOf = (request: Pick<IncomingMessage, 'headers'>): (string | undefined)[] => [
  cookieOf(request, localeCookie),
  request.headers['accept-language'],
]

/** The locale for a person: the first candidate whose language is one of ours. Candidates come in order of priority. */
export const chooseLocale = (...candidates: (string | undefined)[]): Locale => {
  for (const tag of candidates.flatMap((candidate) => candidate?.split(/[\s,]+/) ?? [])) {
    if (/^pt\b/i.test(tag)) return 'pt-BR'
    if (/^en\b/i.test(tag)) return 'en-GB'
  }
  return 'en-GB'
}
