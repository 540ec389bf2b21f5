import { type CallInput, type calls, ProductError, type Report } from '@holdfast/contract'
import type { AuditedTransaction, RequestContext } from '../../core/calls/index.ts'
import { assertVersion } from '../../platform/http/index.ts'
import { mailAddressOf } from '../notifications/index.ts'
import { findPerson } from '../portal-users/index.ts'
import { sendReportJob } from './begin-reports.ts'
import { addMails, sendingOf, waitingPeriods } from './mails.ts'
import { isSeen, mayChange, personWithReports } from './policy.ts'
import { describeReport, fieldsOf, lockReport, type ReportRow, reports } from './report-row.ts'
import { sourcesOfReport } from './report-sources.ts'
import { askedPrefix } from './send-report.ts'

type Input = CallInput<typeof calls.changeReport>
type Change = (ctx: RequestContext, tx: AuditedTransaction, stored: ReportRow) => Promise<ReportRow>

/** `POST /reports/{report_reference}`. */
export const changeReport = (ctx: RequestContext, { params, body }: Input): Promise<Report> => {
  personWithReports(ctx)
  return ctx.transaction(async (tx) => {
    const stored = await lockReport(tx, params.report_reference)
    if (!isSeen(ctx, stored)) throw new ProductError('request.not_found')
    if (body.operation === 'delete' && !mayChange(ctx, stored)) throw new ProductError('auth.forbidden')
    if (body.version !== undefined) assertVersion(body.version, stored)
    const row = await changes[body.operation](ctx, tx, stored)
    return describeReport(ctx, tx, row)
  })
}

/** Sends the caller alone a report, once a minute at most. */
const sendToMe: Change = async (ctx, tx, stored) => {
  const { client, now } = tx
  const recipient = ctx.user.user_reference
  const { report_reference } = stored
  if (!ctx.platform.mailer || !mailAddressOf(await findPerson(tx, recipient))) {
    throw new ProductError('notification.no_email')
  }
  const period = `${askedPrefix}${now.toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length)}`
  const mails = await addMails(tx, { report_reference, period }, [recipient])
  for (const mail of mails) {
    await tx.enqueue(sendReportJob, { client, report_reference, period, recipient: mail.recipient })
  }
  tx.audit('report.asked', {
    report_reference,
    ...(await sourcesOfReport(tx, stored)),
    report_name: stored.name,
    period,
  })
  return stored
}

/** Takes the caller out of the recipients. A report without recipients is switched off. */
const leave: Change = async (ctx, tx, stored) => {
  const { user_reference } = ctx.user
  const { report_reference } = stored
  const recipients = stored.recipients.filter((one) => one !== user_reference)
  if (recipients.length === stored.recipients.length) {
    tx.audit('record.unchanged', { report_reference })
    return stored
  }
  const off = recipients.length === 0 ? { is_active: false, next_at: null } : {}
  const row = await reports.replace(tx, report_reference, { recipients, ...off }, user_reference)
  const sources = await sourcesOfReport(tx, row)
  tx.audit('report.left', { report_reference, ...sources, before: fieldsOf(stored), after: fieldsOf(row) })
  return row
}

const remove: Change = async (_ctx, tx, stored) => {
  const { report_reference } = stored
  const periods = await waitingPeriods(tx, report_reference)
  const sendings = await Promise.all(periods.map((period) => sendingOf(tx, stored, period)))
  await reports.remove(tx, report_reference)
  const sources = await sourcesOfReport(tx, stored)
  tx.audit('report.deleted', { report_reference, ...sources, before: fieldsOf(stored), after: null })
  // Their e-mails that wait are never sent, and would not write the entry.
  for (const { details } of sendings) tx.audit('report.sent', details)
  return stored
}

const changes: Readonly<Record<Input['body']['operation'], Change>> = { send_to_me: sendToMe, leave, delete: remove }
