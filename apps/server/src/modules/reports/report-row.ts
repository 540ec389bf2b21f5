import { ProductError, type Report } from '@holdfast/contract'
import type { Selectable } from 'kysely'
import type { RequestContext } from '../../core/calls/index.ts'
import { type Tables, type TenantTransaction, versionedTable } from '../../platform/database/index.ts'
import { namesOfManagedQueues } from '../reviews/index.ts'
import { lastMails } from './mails.ts'
import { actsOf, seesAll } from './policy.ts'

/** The fields that people edit. */
const editedFields = [
  'name',
  'kind',
  'view_reference',
  'queue_reference',
  'every',
  'weekday',
  'month_day',
  'hour',
  'time_zone',
  'recipients',
  'is_active',
] as const

export const reportColumns = [
  'client',
  'report_reference',
  ...editedFields,
  'author',
  'next_at',
  'last_at',
  'stop_reason',
  'stopped_at',
  'updated_at',
  'updated_by',
  'version',
] as const

export const reports = versionedTable({ table: 'reports', key: 'report_reference', columns: reportColumns })

export type ReportRow = Pick<Selectable<Tables['reports']>, (typeof reportColumns)[number]>

type EditedFields = Pick<ReportRow, (typeof editedFields)[number]>

export const fieldsOf = (report: EditedFields): EditedFields =>
  Object.fromEntries(editedFields.map((name) => [name, report[name]])) as EditedFields

/** @throws ProductError `request.not_found` */
export const lockReport = async (tx: TenantTransaction, report_reference: string): Promise<ReportRow> => {
  const row = await reports.lock(tx, report_reference)
  if (!row) throw new ProductError('request.not_found')
  return row
}

/** Reports as the caller sees them: recipients see neither the others nor what became of their e-mails. */
export const describeReports = async (
  ctx: RequestContext,
  tx: TenantTransaction,
  rows: readonly ReportRow[],
): Promise<Report[]> => {
  const mailsOf = await lastMails(tx, rows)
  const queues = [...new Set(rows.flatMap(({ queue_reference }) => queue_reference ?? []))]
  const queueNames = await namesOfManagedQueues(ctx, tx, queues)
  const { user_reference: self } = ctx.user
  return rows.map((row) => {
    const { stop_reason, stopped_at, ...shown } = row
    const isWhole = seesAll(ctx, row)
    const mails = mailsOf(row)
    return {
      ...shown,
      queue_name: queueNames.get(row.queue_reference ?? '') ?? null,
      recipients: isWhole ? row.recipients : row.recipients.filter((one) => one === self),
      last_mails: isWhole ? mails : mails.filter(({ user_reference }) => user_reference === self),
      stopped: stop_reason !== null && stopped_at !== null ? { reason: stop_reason, at: stopped_at } : null,
      may: actsOf(ctx, row),
    }
  })
}

export const describeReport = async (ctx: RequestContext, tx: TenantTransaction, row: ReportRow): Promise<Report> => {
  const [report] = await describeReports(ctx, tx, [row])
  if (!report) throw new Error('A report was not described')
  return report
}
