/** Scheduled reports: counts by e-mail, of what each recipient's own rights show. */
import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { changeFields } from './entity-fields.ts'
import { Ulid, UserReference, writtenLine } from './fields.ts'
import { limits } from './limits.ts'
import { mayField } from './may.ts'
import { closed, nullable } from './nullable.ts'
import { listOf, listQuery } from './pages.ts'
import { Timestamp, TimeZone } from './times.ts'
import { expectedVersion, Version } from './versions.ts'

/** An account has at most so many. */
export const maxReports = 50
/** Active reports of one author. */
export const maxActiveReports = 20
export const maxReportRecipients = 50

export const reportKinds = ['view', 'reviews', 'review_queue', 'completeness', 'overview'] as const
export const ReportKind = Type.Enum(reportKinds, {
  description:
    'view: the rows of a saved view. reviews: the open review queues that the reader manages. review_queue: one of them',
})
export type ReportKind = Static<typeof ReportKind>

export const reportIntervals = ['day', 'week', 'month'] as const
export const ReportInterval = Type.Enum(reportIntervals)
export type ReportInterval = Static<typeof ReportInterval>

/** Why a report stopped. Saving it again begins it again. */
export const reportStops = ['source_deleted', 'not_countable', 'queue_closed', 'author_removed'] as const
export const ReportStop = Type.Enum(reportStops, {
  description:
    'source_deleted: the view or review queue is gone. not_countable: the view was changed, and its rows cannot be counted for an e-mail any more',
})
export type ReportStop = Static<typeof ReportStop>

/** Why somebody was not sent a report. */
export const reportOmissions = [
  'removed',
  'no_address',
  'no_right',
  'view_hidden',
  'nothing_visible',
  'account_closed',
  'report_changed',
] as const
export const ReportOmission = Type.Enum(reportOmissions, {
  description:
    'removed: is not in the account any more. no_right: may not get reports, or not make the call that counts. view_hidden: the view is not shared with a role of theirs. report_changed: it was stopped or they left before it was sent',
})
export type ReportOmission = Static<typeof ReportOmission>

export const reportMailStates = ['waiting', 'sent', 'failed', 'not_sent'] as const
export const ReportMailState = Type.Enum(reportMailStates)
export type ReportMailState = Static<typeof ReportMailState>

const reportFields = {
  name: writtenLine(80),
  kind: ReportKind,
  view_reference: { ...nullable(Ulid), description: 'Of the kind view' },
  queue_reference: { ...nullable(Ulid), description: 'Of the kind review_queue' },
  every: ReportInterval,
  weekday: nullable(Type.Integer({ minimum: 1, maximum: 7, description: 'Of a weekly report. 1 is Monday' })),
  month_day: nullable(
    Type.Integer({
      minimum: 1,
      maximum: 31,
      description: 'Of a monthly report. Months that are shorter have it on their last day',
    }),
  ),
  hour: Type.Integer({ minimum: 0, maximum: 23, description: 'In time_zone' }),
  time_zone: TimeZone,
  recipients: Type.Array(UserReference, { minItems: 1, maxItems: maxReportRecipients, uniqueItems: true }),
  is_active: Type.Boolean(),
}

const ReportMail = Type.Object(
  {
    user_reference: UserReference,
    state: ReportMailState,
    omission: nullable({ ...ReportOmission, description: 'Of not_sent' }),
  },
  { description: 'What became of the e-mail to one recipient.' },
)

export const Report = Type.Object(
  {
    report_reference: Ulid,
    ...reportFields,
    recipients: Type.Array(UserReference, { description: 'Recipients see themselves alone' }),
    queue_name: { ...nullable(Type.String()), description: 'Of the review queue, for people who manage it' },
    author: { ...UserReference, description: 'Who made it, or took it over; is told when it stops' },
    next_at: nullable({ ...Timestamp, description: 'When it is sent next; null while it is not active' }),
    last_at: nullable({ ...Timestamp, description: 'The time for which it was sent last' }),
    last_mails: Type.Array(ReportMail, { description: 'What became of the last e-mails; recipients see their own' }),
    stopped: nullable(Type.Object({ reason: ReportStop, at: Timestamp })),
    ...changeFields,
    version: Version,
    ...mayField(['change', 'leave']),
  },
  { title: 'Report', description: 'Counts by e-mail at fixed times, of what each recipient’s own rights show.' },
)
export type Report = Static<typeof Report>

const ofReports = { catalogue: 'admin-client', beyondSpecification: true } as const
const ofOne = {
  ...ofReports,
  path: '/reports/{report_reference}',
  params: Type.Object({ report_reference: Ulid }, closed),
} as const

export const listReports = call({
  ...ofReports,
  method: 'GET',
  path: '/reports',
  summary:
    'Lists scheduled reports, newest first: those that the caller made or gets, and all of them for people who may change them.',
  action: 'reports:read',
  query: listQuery({}),
  response: listOf(Report),
  errors: ['list.bad_last_key'],
})

export const putReport = call({
  ...ofOne,
  method: 'PUT',
  summary: 'Creates a scheduled report, or replaces its settings. Saving one that stopped begins it again.',
  action: 'reports:write',
  body: Type.Object({ ...expectedVersion, ...reportFields }, closed),
  maxBodyBytes: limits.maxFormBodyBytes,
  response: Report,
  audit: 'report.updated',
  errors: [
    'request.not_found',
    'edit.conflict',
    'report.too_many',
    'report.too_many_active',
    'report.incomplete',
    'report.unknown_source',
    'report.not_countable',
    'report.unknown_recipient',
    'notification.bad_time_zone',
  ],
})

export const changeReport = call({
  ...ofOne,
  method: 'POST',
  summary:
    'Sends the caller alone a report now, takes the caller out of its recipients, or deletes it. To delete it, one must be allowed to change it.',
  action: 'reports:read',
  body: Type.Object({ ...expectedVersion, operation: Type.Enum(['send_to_me', 'leave', 'delete']) }, closed),
  maxBodyBytes: limits.maxSmallBodyBytes,
  response: Report,
  audit: 'report.updated',
  errors: ['request.not_found', 'edit.conflict', 'notification.no_email'],
})

export const reportCalls = { listReports, putReport, changeReport }
