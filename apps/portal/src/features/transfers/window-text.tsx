import type { Transferable } from '@holdfast/contract'
import { useIntl } from 'react-intl'

/** The window of a transfer; its end without the day if that is the same. */
export const WindowText = ({ report_from, report_to }: Pick<Transferable, 'report_from' | 'report_to'>) => {
  const intl = useIntl()
  const dated = { dateStyle: 'medium', timeStyle: 'short' } as const
  const isSameDay = new Date(report_from).toDateString() === new Date(report_to).toDateString()
  return (
    <span className="numeric">
      {intl.formatDate(report_from, dated)} – {intl.formatDate(report_to, isSameDay ? { timeStyle: 'short' } : dated)}
    </span>
  )
}
