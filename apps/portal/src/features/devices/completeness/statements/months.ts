import type { IntlShape } from 'react-intl'

const shownMonths = 36

/** The last months of UTC that are over, as yyyy-mm, the latest first. */
export const monthsOver = (now: Date): string[] =>
  Array.from({ length: shownMonths }, (_, index) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1 - index, 1)).toISOString().slice(0, 'yyyy-mm'.length),
  )

/** @param month yyyy-mm */
export const monthWords = (intl: IntlShape, month: string): string =>
  intl.formatDate(`${month}-01T00:00:00Z`, { month: 'long', year: 'numeric', timeZone: 'UTC' })
