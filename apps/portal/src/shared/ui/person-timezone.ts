/** The time zone of the person, as their browser knows it. Calls that count by day get it, so that their days are those of the lists. */
export const personTimezone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Whether the days of an answer are those of UTC instead of the person's. */
export const isInOtherTimezone = (timezone: string): boolean =>
  timezone === 'UTC' && new Date().getTimezoneOffset() !== 0
