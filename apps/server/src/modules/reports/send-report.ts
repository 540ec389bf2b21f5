import { type Locale, locales, type ReportMailState, type ReportOmission } from '@holdfast/contract'
import { recordProductActivity } from '../../core/activities/index.ts'
import { portalOriginOf } from '../../core/hosts/index.ts'
import type { Job } from '../../core/jobs.ts'
import type { Platform } from '../../core/platform.ts'
import { MailRefused } from '../../platform/mail/index.ts'
import { alertPreferencesOf, choicesOf, mailAddressOf } from '../notifications/index.ts'
import { findPerson, storeEmailFailure } from '../portal-users/index.ts'
import { type ReportEmail, sendReportJob } from './begin-reports.ts'
import { countReport, type ReportHandlers } from './count-report.ts'
import { reportMailText } from './mail-text.ts'
import { sendingOf, settleMail, waitingMail } from './mails.ts'
import { readerOf } from './reader.ts'
import { reports } from './report-row.ts'

interface Outcome {
  state: ReportMailState
  omission: ReportOmission | null
}

/**
 * Counts a report with the rights that its reader has now, and sends it. A mail server that is away is tried again, with new counts. If
 * the worker dies after the mail server took it, it is sent again with the same Message-ID.
 */
export const sendReport = (handlers: ReportHandlers): Job<ReportEmail> => ({
  definition: sendReportJob,
  async handle({ platform, attempt, signal }, job) {
    const { log, mailer } = platform
    const mail = await mailFor(platform, handlers, job)
    if (mail === null) return
    if (typeof mail === 'string') return settle(platform, job, { state: 'not_sent', omission: mail })
    if (!mailer) throw new Error('There is no mail server for reports')
    try {
      await mailer.send(mail, signal)
    } catch (error) {
      const isRefused = error instanceof MailRefused
      if (isRefused || attempt >= sendReportJob.maxAttempts)
        await settle(platform, job, { state: 'failed', omission: null })
      if (!isRefused) throw error
      log.error({ err: error, client: job.client }, 'a report was refused by the mail server')
      return
    }
    await settle(platform, job, { state: 'sent', omission: null })
  },
})

/** Stores the outcome of an e-mail, once. The last one of a time writes the entry on the trail about all of them. */
const settle = ({ database }: Platform, job: ReportEmail, outcome: Outcome): Promise<void> =>
  database.transaction(job.client, async (tx) => {
    // The report is locked, so that one of several workers finds that no e-mail waits any more.
    const report = await reports.lock(tx, job.report_reference)
    if (!report || !(await settleMail(tx, job, outcome))) return
    const { state } = outcome
    if (state !== 'not_sent') await storeEmailFailure(tx, job.recipient, state === 'failed' ? tx.now : null)
    const { isWaiting, details } = await sendingOf(tx, report, job.period)
    if (!isWaiting) await recordProductActivity(tx, { call: 'JOB send_report', event: 'report.sent', details })
  })

/** The e-mail to one reader; why they get none; `null` if it was settled, or the report deleted. */
const mailFor = async (platform: Platform, handlers: ReportHandlers, job: ReportEmail) => {
  const { client, recipient } = job
  const account = await platform.clients.find(client)
  const found = await platform.database.read(client, async (tx) => {
    const id = await waitingMail(tx, job)
    const report = await reports.find(tx, job.report_reference)
    const [{ locale }, preferencesOf] = [await choicesOf(tx, recipient), await alertPreferencesOf(tx, [recipient])]
    const { time_zone } = preferencesOf(recipient)
    return { id, report, person: await findPerson(tx, recipient), locale, time_zone }
  })
  const { id, report, person, locale, time_zone } = found
  if (id === undefined || !report) return null
  if (!account?.is_active) return 'account_closed'
  if (!person?.is_active) return 'removed'
  const isAsked = job.period.startsWith(askedPrefix)
  if (!isAsked && !(report.is_active && report.recipients.includes(recipient))) return 'report_changed'
  const to = mailAddressOf(person)
  if (!to) return 'no_address'
  const reader = await readerOf(platform, client, recipient)
  if (!reader) return 'no_right'
  const now = new Date()
  // People who never chose a time zone have UTC.
  const timeZone = time_zone === 'UTC' ? report.time_zone : time_zone
  const counted = await countReport({ platform, handlers, report, reader, now, timeZone })
  if (typeof counted === 'string') return counted
  const origin = portalOriginOf(platform.settings, client)
  const text = reportMailText(localeOf(locale ?? account.locale), {
    client,
    name: report.name,
    counted,
    origin,
    now,
    timeZone,
  })
  return { to, id, ...text }
}

/** Begins the period of an e-mail that somebody asked for. */
export const askedPrefix = 'asked '

const localeOf = (locale: string): Locale => locales.find((known) => known === locale) ?? locales[0]
