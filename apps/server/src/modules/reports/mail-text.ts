import type { Locale } from '@holdfast/contract'
import { languageOf } from '../portal-words/index.ts'
import type { Counted, Figure } from './count-report.ts'

interface ReportMail {
  client: string
  name: string
  counted: Counted
  /** Of the portal. */
  origin: string
  now: Date
  timeZone: string
}

/** A report as an e-mail: counts and where they are shown, never whom or which recordings they are about. */
export const reportMailText = (
  locale: Locale,
  { client, name, counted, origin, now, timeZone }: ReportMail,
): { subject: string; text: string } => {
  const { t, formatNumber } = languageOf(locale)
  const line = ({ name: figure, total, is_capped }: Figure): string =>
    `${t(`reports.figure_${figure}`)}: ${formatNumber(total)}${is_capped ? '+' : ''}`
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone }).format(now)
  const paragraphs = [
    `${t('reports.mail_name')}: ${name}\n${t('reports.mail_account')}: ${client}`,
    counted.figures.map(line).join('\n'),
    `${origin}${counted.address}`,
    t('reports.mail_counted', { time, zone: timeZone }),
    t('reports.mail_leave', { link: `${origin}/dashboard/reports` }),
  ]
  return { subject: `Holdfast: ${name}`, text: `${paragraphs.join('\n\n')}\n` }
}
