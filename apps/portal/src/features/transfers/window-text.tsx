import type { Transferable } from '@holdfast/contract'
import { type IntlShape, useIntl } from 'react-intl'
import { text } from '../../shared/i18n/text.ts'

/** The beginning of a first window that has everything that is kept. */
export const theBeginning = '1970-01-01T00:00:00.000Z'

export const isTheBeginning = (time: string): boolean => Date.parse(time) === Date.parse(theBeginning)

/** The window of a transfer, in few words: days of this year without the year, and the day once if both ends have the same. */
const windowText = (
  intl: IntlShape,
  { report_from, report_to }: Pick<Transferable, 'report_from' | 'report_to'>,
): string => {
  const [from, to] = [new Date(report_from), new Date(report_to)]
  const isFromBeginning = isTheBeginning(report_from)
  const year = new Date().getFullYear()
  const isThisYear = to.getFullYear() === year && (isFromBeginning || from.getFullYear() === year)
  const time = { hour: '2-digit', minute: '2-digit' } as const
  const dated = {
    day: 'numeric',
    month: 'short',
    ...(isThisYear ? {} : ({ year: 'numeric' } as const)),
    ...time,
  } as const
  if (isFromBeginning) return text('transfers.from_beginning', { to: intl.formatDate(to, dated) })
  const isSameDay = from.toDateString() === to.toDateString()
  return `${intl.formatDate(from, dated)} – ${intl.formatDate(to, isSameDay ? time : dated)}`
}

export const WindowText = (window: Pick<Transferable, 'report_from' | 'report_to'>) => {
  const text = windowText(useIntl(), window)
  return (
    <span className="numeric" title={text}>
      {text}
    </span>
  )
}
