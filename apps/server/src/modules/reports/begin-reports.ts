import type { ReportOmission, ReportStop } from '@holdfast/contract'
import { Type } from 'typebox'
import { recordProductActivity } from '../../core/activities/index.ts'
import type { Job } from '../../core/jobs.ts'
import type { JobDefinition, TenantTransaction } from '../../platform/database/index.ts'
import { notifyPeople } from '../notifications/index.ts'
import { findPerson, peopleWith } from '../portal-users/index.ts'
import { isQueueOpen } from '../reviews/index.ts'
import { findView } from '../saved-views/index.ts'
import { type CountedHandlers, countOfView } from './count-view.ts'
import { addMails, type MailKey, removeOldMails, sendingOf } from './mails.ts'
import { nextTime } from './next-time.ts'
import { type ReportRow, reports } from './report-row.ts'
import { sourcesOfReport } from './report-sources.ts'

export type ReportEmail = MailKey & { client: string }

/** Counts a report for one reader and sends it. Twenty tries take almost three days. */
export const sendReportJob: JobDefinition<ReportEmail> = {
  name: 'send_report',
  payload: Type.Object({
    client: Type.String(),
    report_reference: Type.String(),
    period: Type.String(),
    recipient: Type.String(),
  }),
  maxAttempts: 20,
  key: ({ client, report_reference, period, recipient }) => `${client}/${report_reference}/${period}/${recipient}`,
}

/** Begins the reports that are due, every minute. Without a mail server they wait, and are sent once when there is one. */
export const beginReports = (handlers: CountedHandlers): Job<Record<string, unknown>> => ({
  definition: { name: 'begin_reports', payload: Type.Object({}), maxAttempts: 1 },
  schedule: '* * * * *',
  async handle({ platform: { clients, database, mailer }, signal }) {
    if (!mailer) return
    const due = await database.readAcrossClients((db) =>
      db
        .selectFrom('reports')
        .select(['client', 'report_reference'])
        .where('next_at', '<=', new Date().toISOString())
        .execute(),
    )
    const failures: unknown[] = []
    for (const { client, report_reference } of due) {
      signal.throwIfAborted()
      try {
        const isOpen = (await clients.findActive(client)) !== null
        await database.transaction(client, (tx) => beginReport(tx, report_reference, { handlers, isOpen }))
      } catch (error) {
        // A report that cannot begin must not delay the others.
        failures.push(error)
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Reports could not begin')
  },
})

interface Begin {
  handlers: CountedHandlers
  /** Whether the account is open. */
  isOpen: boolean
}

/** Has a report sent to each recipient if it is due. Missed times are caught up by one report. */
export const beginReport = async (
  tx: TenantTransaction,
  report_reference: string,
  { handlers, isOpen }: Begin,
): Promise<void> => {
  const report = await reports.lock(tx, report_reference)
  if (!report?.next_at || new Date(report.next_at) > tx.now) return
  const stop = isOpen ? await stopOf(tx, report, handlers) : null
  if (stop) return stopReport(tx, report, stop)
  await send(tx, report, report.next_at, isOpen ? null : 'account_closed')
  await tx.db
    .updateTable('reports')
    .set({ last_at: report.next_at, next_at: nextTime(report, tx.now) })
    .where('client', '=', tx.client)
    .where('report_reference', '=', report_reference)
    .execute()
  await removeOldMails(tx, report_reference)
}

const send = async (
  tx: TenantTransaction,
  report: ReportRow,
  period: string,
  omission: ReportOmission | null,
): Promise<void> => {
  const { report_reference, recipients } = report
  const mails = await addMails(tx, { report_reference, period, omission }, recipients)
  if (omission !== null) {
    const { details } = await sendingOf(tx, report, period)
    await recordProductActivity(tx, { call: 'JOB begin_reports', event: 'report.sent', details })
    return
  }
  for (const { recipient } of mails) {
    await tx.enqueue(sendReportJob, { client: tx.client, report_reference, period, recipient })
  }
}

/** Why a report can't go on. */
const stopOf = async (
  tx: TenantTransaction,
  report: ReportRow,
  handlers: CountedHandlers,
): Promise<ReportStop | null> => {
  if (!(await findPerson(tx, report.author))?.is_active) return 'author_removed'
  if (report.kind === 'view') {
    const view = await findView(tx, report.view_reference ?? '')
    if (!view) return 'source_deleted'
    return countOfView(handlers, view, { now: tx.now, timeZone: report.time_zone }) ? null : 'not_countable'
  }
  if (report.kind === 'review_queue') {
    const isOpen = await isQueueOpen(tx, report.queue_reference ?? '')
    return isOpen === undefined ? 'source_deleted' : isOpen ? null : 'queue_closed'
  }
  return null
}

/** Tells the author, or, if they were removed, the people who may take the report over. */
const stopReport = async (tx: TenantTransaction, report: ReportRow, reason: ReportStop): Promise<void> => {
  const { report_reference, name, author } = report
  await tx.db
    .updateTable('reports')
    .set({ is_active: false, next_at: null, stop_reason: reason, stopped_at: tx.now })
    .where('client', '=', tx.client)
    .where('report_reference', '=', report_reference)
    .execute()
  await recordProductActivity(tx, {
    call: 'JOB begin_reports',
    event: 'report.stopped',
    details: { report_reference, ...(await sourcesOfReport(tx, report)), report_name: name, reason },
  })
  const managers = reason === 'author_removed' ? await peopleWith(tx, (access) => access.can('reports:write')) : []
  const told = reason === 'author_removed' ? managers.map(({ user_reference }) => user_reference) : [author]
  await notifyPeople(
    tx,
    told.map((recipient) => ({
      recipient,
      kind: 'report_stopped',
      caused_by: null,
      reference: report_reference,
      name,
    })),
  )
}
