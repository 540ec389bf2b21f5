import { type CallInput, type calls, maxActiveReports, maxReports, ProductError, type Report } from '@holdfast/contract'
import { isUnchanged, type RequestContext } from '../../core/calls/index.ts'
import { isStorable, type TenantTransaction } from '../../platform/database/index.ts'
import { assertVersion } from '../../platform/http/index.ts'
import { isTimeZone } from '../../platform/time-zones.ts'
import { findPerson, namedFor, peopleWith } from '../portal-users/index.ts'
import { isQueueSeen } from '../reviews/index.ts'
import { findView, isViewSeen } from '../saved-views/index.ts'
import { type CountedHandlers, countOfView } from './count-view.ts'
import { nextTime } from './next-time.ts'
import { isSeen, mayChange, personWithReports } from './policy.ts'
import { describeReport, fieldsOf, type ReportRow, reports } from './report-row.ts'
import { sourcesOfReport } from './report-sources.ts'

type Input = CallInput<typeof calls.putReport>
type Fields = Omit<Input['body'], 'version'>

/** `PUT /reports/{report_reference}`. Saving a report that stopped begins it again; if its author is gone, the caller becomes its author. */
export const putReport =
  (handlers: CountedHandlers) =>
  async (ctx: RequestContext, { params, body }: Input): Promise<Report> => {
    const { report_reference } = params
    const { version, ...fields } = body
    const self = personWithReports(ctx).user_reference
    assertComplete(fields)
    return ctx.transaction(async (tx) => {
      const stored = await reports.lock(tx, report_reference)
      if (stored && !isSeen(ctx, stored)) throw new ProductError('request.not_found')
      if (stored && !mayChange(ctx, stored)) throw new ProductError('auth.forbidden')
      assertVersion(version, stored)
      await assertSource(ctx, tx, { fields, stored, handlers })
      await assertRecipients(ctx, tx, fields, stored)
      const author = stored && (await findPerson(tx, stored.author))?.is_active ? stored.author : self
      await assertRoom(tx, { fields, stored, author })
      const isSame = stored && isUnchanged({ ...fields, author }, { ...fieldsOf(stored), author: stored.author })
      if (isSame && stored.stop_reason === null) {
        tx.audit('record.unchanged', { report_reference })
        return describeReport(ctx, tx, stored)
      }
      const columns = { ...fields, author, next_at: nextAfter(tx, fields, stored), stop_reason: null, stopped_at: null }
      const row = await (stored ? reports.replace : reports.insert)(tx, report_reference, columns, self)
      const sources = await sourcesOfReport(tx, row)
      const change = { report_reference, ...sources, before: stored ? fieldsOf(stored) : null, after: fieldsOf(row) }
      tx.audit(stored ? 'report.updated' : 'report.created', change)
      return describeReport(ctx, tx, row)
    })
  }

/** @throws ProductError `report.incomplete`, `notification.bad_time_zone`, `request.malformed` */
const assertComplete = (fields: Fields): void => {
  const { kind, view_reference, queue_reference, every, weekday, month_day, time_zone } = fields
  const isComplete =
    (kind === 'view') === (view_reference !== null) &&
    (kind === 'review_queue') === (queue_reference !== null) &&
    (every === 'week') === (weekday !== null) &&
    (every === 'month') === (month_day !== null)
  if (!isComplete) throw new ProductError('report.incomplete')
  if (!isStorable(fields)) {
    throw new ProductError('request.malformed', { reason: 'a text holds a character that cannot be stored' })
  }
  if (!isTimeZone(time_zone)) throw new ProductError('notification.bad_time_zone')
}

/**
 * An account has few reports, of which all are read.
 * @throws ProductError `report.too_many`, `report.too_many_active`
 */
const assertRoom = async (
  tx: TenantTransaction,
  { fields, stored, author }: { fields: Fields; stored: ReportRow | undefined; author: string },
): Promise<void> => {
  const wasActive = stored?.is_active && stored.author === author
  if (stored && (wasActive || !fields.is_active)) return
  const present = await reports.select(tx).execute()
  if (!stored && present.length >= maxReports) throw new ProductError('report.too_many', { most: maxReports })
  const own = present.filter((report) => report.is_active && report.author === author)
  if (fields.is_active && own.length >= maxActiveReports) {
    throw new ProductError('report.too_many_active', { most: maxActiveReports })
  }
}

interface Saving {
  fields: Fields
  stored: ReportRow | undefined
  handlers: CountedHandlers
}

/**
 * People report on views and queues that they see. A source that stays was chosen by somebody who saw it.
 * @throws ProductError `report.unknown_source`, `report.not_countable`
 */
const assertSource = async (ctx: RequestContext, tx: TenantTransaction, { fields, stored, handlers }: Saving) => {
  const { kind, view_reference, queue_reference, time_zone: timeZone } = fields
  const isKept = stored?.view_reference === view_reference && stored.queue_reference === queue_reference
  if (kind === 'view' && view_reference !== null) {
    const view = await findView(tx, view_reference)
    if (!view || !(isKept || (await isViewSeen(tx, view, ctx.user)))) throw new ProductError('report.unknown_source')
    if (!countOfView(handlers, view, { now: tx.now, timeZone })) throw new ProductError('report.not_countable')
  }
  if (kind === 'review_queue' && queue_reference !== null && !isKept) {
    const isOpen = ctx.access.mayAtAll('reviews:manage') && (await isQueueSeen(ctx, tx, queue_reference))
    if (!isOpen) throw new ProductError('report.unknown_source')
  }
}

/**
 * New recipients may get reports. Former ones who were removed or lost that right may stay: the list of reports says so.
 * @throws ProductError `report.unknown_recipient`
 */
const assertRecipients = async (
  ctx: RequestContext,
  tx: TenantTransaction,
  { recipients }: Fields,
  stored: ReportRow | undefined,
): Promise<void> => {
  const added = recipients.filter((one) => !stored?.recipients.includes(one))
  if (added.length === 0) return
  const able = await peopleWith(tx, (access) => access.mayAtAll('reports:read'))
  const refused = added.filter((one) => !able.some(({ user_reference }) => user_reference === one))
  if (refused.length > 0)
    throw new ProductError('report.unknown_recipient', { people: await namedFor(ctx, tx, refused) })
}

/** A schedule that stays keeps its next time. */
const nextAfter = (tx: TenantTransaction, fields: Fields, stored: ReportRow | undefined): Date | string | null => {
  if (!fields.is_active) return null
  const scheduleOf = ({ every, weekday, month_day, hour, time_zone }: Fields | ReportRow) => ({
    every,
    weekday,
    month_day,
    hour,
    time_zone,
  })
  const isKept = stored?.next_at && isUnchanged(scheduleOf(stored), scheduleOf(fields))
  return isKept ? stored.next_at : nextTime(fields, tx.now)
}
