import type { IntlShape } from 'react-intl'

const shownMonths = 36
const monthPattern = /^2\d{3}-(?:0[1-9]|1[0-2])$/

/** The last months of UTC that are over, as yyyy-mm, the latest first. */
export const monthsOver = (now: Date): string[] =>
  Array.from({ length: shownMonths }, (_, index) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1 - index, 1)).toISOString().slice(0, 'yyyy-mm'.length),
  )

/**
 * The months to choose from, and the month of the address if it is another one: an earlier month, or one that is not over, which the server
 * refuses.
 */
export const offeredMonths = (ofAddress: string | undefined, now: Date): string[] => {
  const months = monthsOver(now)
  const isOther = ofAddress !== undefined && monthPattern.test(ofAddress) && !months.includes(ofAddress)
  return isOther ? [...months, ofAddress].sort().reverse() : months
}

/** Months begin with a small letter in Portuguese, titles do not. */
export const asTitle = (words: string): string => words.charAt(0).toLocaleUpperCase() + words.slice(1)

/** A month (yyyy-mm) in words. Returns anything else unchanged. */
export const monthWords = (intl: IntlShape, month: string): string =>
  monthPattern.test(month)
    ? intl.formatDate(`${month}-01T00:00:00Z`, { month: 'long', year: 'numeric', timeZone: 'UTC' })
    : month
