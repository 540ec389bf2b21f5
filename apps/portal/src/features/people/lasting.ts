const hourMs = 3_600_000

const hoursOf = { hours: 8, day: 24, week: 7 * 24, month: 30 * 24 } as const

/** How long a role lasts that somebody is given; `until`: to a date and time. */
export type Lasting = keyof typeof hoursOf | 'until'

export const lastings: readonly Lasting[] = ['hours', 'day', 'week', 'month', 'until']

/** The end of a role that is given now; `null` if no date and time was chosen yet. */
export const endOf = (lasting: Lasting, until: string): Date | null => {
  if (lasting !== 'until') return new Date(Date.now() + hoursOf[lasting] * hourMs)
  const end = new Date(until)
  return Number.isNaN(end.getTime()) ? null : end
}
