import type { Report, ReportMailState, ReportOmission } from '@holdfast/contract'
import { sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { newId } from '../../platform/identifiers.ts'
import { type ReportSource, sourcesOfReport } from './report-sources.ts'

/** Screens show the outcome of the last e-mails only; earlier ones are kept for three months. */
const keptDays = 92

/**
 * Stores that recipients are to get a report for a time.
 * @param omission why none of them gets it; absent: they do
 * @returns the e-mails to those who were not to get it for this time before
 */
export const addMails = async (
  tx: TenantTransaction,
  {
    report_reference,
    period,
    omission = null,
  }: { report_reference: string; period: string; omission?: ReportOmission | null },
  recipients: readonly string[],
): Promise<{ recipient: string; mail_reference: string }[]> => {
  const sorted = recipients.toSorted()
  const references = sorted.map(() => newId(tx.now))
  const { rows } = await sql<{ recipient: string; mail_reference: string }>`insert into report_mails (client,
      report_reference, period, recipient, mail_reference, state, omission, created_at, settled_at)
    select ${tx.client}::text, ${report_reference}::text, ${period}::text, mail.recipient, mail.reference,
      ${omission === null ? 'waiting' : 'not_sent'}::text, ${omission}::text, ${tx.now}::timestamptz,
      ${omission === null ? null : tx.now}::timestamptz
    from unnest(${sorted}::text[], ${references}::text[]) as mail (recipient, reference)
    on conflict (client, report_reference, period, recipient) do nothing
    returning recipient, mail_reference`.execute(tx.db)
  return rows
}

/** Removes the outcomes of a report's old e-mails. The trail has each that was sent. */
export const removeOldMails = async (tx: TenantTransaction, report_reference: string): Promise<void> => {
  await tx.db
    .deleteFrom('report_mails')
    .where('client', '=', tx.client)
    .where('report_reference', '=', report_reference)
    .where('created_at', '<', new Date(tx.now.getTime() - keptDays * 24 * 60 * 60_000).toISOString())
    .execute()
}

/** Identifies an e-mail. */
export interface MailKey {
  report_reference: string
  period: string
  recipient: string
}

/** The reference of an e-mail that waits to be sent; `undefined` if it was settled. */
export const waitingMail = async (tx: TenantTransaction, key: MailKey): Promise<string | undefined> => {
  const row = await ofMail(tx, key).where('state', '=', 'waiting').executeTakeFirst()
  return row?.mail_reference
}

const ofMail = (tx: TenantTransaction, { report_reference, period, recipient }: MailKey) =>
  tx.db
    .selectFrom('report_mails')
    .select('mail_reference')
    .where('client', '=', tx.client)
    .where('report_reference', '=', report_reference)
    .where('period', '=', period)
    .where('recipient', '=', recipient)

/** Stores the outcome of an e-mail. @returns `false` if it was settled before */
export const settleMail = async (
  tx: TenantTransaction,
  { report_reference, period, recipient }: MailKey,
  outcome: { state: ReportMailState; omission: ReportOmission | null },
): Promise<boolean> => {
  const { numUpdatedRows } = await tx.db
    .updateTable('report_mails')
    .set({ ...outcome, settled_at: tx.now })
    .where('client', '=', tx.client)
    .where('report_reference', '=', report_reference)
    .where('period', '=', period)
    .where('recipient', '=', recipient)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The entry on the trail of a report that was sent: its recipients, and who did not get it and why. */
export const sendingOf = async (
  tx: TenantTransaction,
  report: { report_reference: string; name: string } & ReportSource,
  period: string,
): Promise<{ isWaiting: boolean; details: Record<string, unknown> }> => {
  const { report_reference, name } = report
  const mails = await tx.db
    .selectFrom('report_mails')
    .select(['recipient', 'state', 'omission'])
    .where('client', '=', tx.client)
    .where('report_reference', '=', report_reference)
    .where('period', '=', period)
    .orderBy('recipient')
    .execute()
  const sent_to = mails.filter(({ state }) => state === 'sent').map(({ recipient }) => recipient)
  const not_sent_to = mails
    .filter(({ state }) => state === 'failed' || state === 'not_sent')
    .map(({ recipient, state, omission }) => ({ user_reference: recipient, reason: omission ?? state }))
  const isWaiting = mails.some(({ state }) => state === 'waiting')
  const sources = await sourcesOfReport(tx, report)
  return { isWaiting, details: { report_reference, ...sources, report_name: name, period, sent_to, not_sent_to } }
}

/** The times of a report of which some e-mails wait. */
export const waitingPeriods = async (tx: TenantTransaction, report_reference: string): Promise<string[]> => {
  const rows = await tx.db
    .selectFrom('report_mails')
    .select('period')
    .distinct()
    .where('client', '=', tx.client)
    .where('report_reference', '=', report_reference)
    .where('state', '=', 'waiting')
    .execute()
  return rows.map(({ period }) => period)
}

/** The outcome of the last e-mails of each report. */
export const lastMails = async (
  tx: TenantTransaction,
  reports: readonly { report_reference: string; last_at: string | null }[],
): Promise<(report: { report_reference: string }) => Report['last_mails']> => {
  const sent = reports.filter(({ last_at }) => last_at !== null)
  const rows =
    sent.length === 0
      ? []
      : await tx.db
          .selectFrom('report_mails')
          .select(['report_reference', 'recipient as user_reference', 'state', 'omission'])
          .where('client', '=', tx.client)
          .where(
            sql<boolean>`(report_reference, period) in (select * from unnest(
              ${sent.map(({ report_reference }) => report_reference)}::text[], ${sent.map(({ last_at }) => last_at)}::text[]))`,
          )
          .orderBy('recipient')
          .execute()
  const byReport = Map.groupBy(rows, ({ report_reference }) => report_reference)
  return ({ report_reference }) =>
    (byReport.get(report_reference) ?? []).map(({ report_reference: _, ...mail }) => mail)
}
