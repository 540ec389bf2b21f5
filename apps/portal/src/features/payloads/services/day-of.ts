const dayMs = 24 * 60 * 60 * 1000

/** The day in UTC at a place of a list of days whose last is today. */
export const dayOf = (index: number, days: number): Date => new Date(Date.now() - (days - 1 - index) * dayMs)
