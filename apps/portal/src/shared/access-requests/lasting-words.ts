import type { MessageId, TextValues } from '../i18n/text.ts'

/** For how long access can be asked for, in hours; the last one is the longest that the server takes. */
export const hoursOffered = [8, 24, 7 * 24, 30 * 24] as const

const hoursOfDay = 24

/** A time in whole days if it is one, otherwise in hours. */
export const hoursInWords = (hours: number, t: (id: MessageId, values?: TextValues) => string): string =>
  hours % hoursOfDay === 0
    ? t('access_requests.days', { days: hours / hoursOfDay })
    : t('access_requests.hours', { hours })
