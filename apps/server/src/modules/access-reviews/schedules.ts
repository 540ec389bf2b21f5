import { type AccessReviewSchedule, type CallInput, type calls, ProductError } from '@holdfast/contract'
import { lockGroupShared } from '../../core/authorization/index.ts'
import { type AuditedTransaction, answerTableList, isUnchanged, type RequestContext } from '../../core/calls/index.ts'
import { isAnyOf, type TenantTransaction, versionedTable } from '../../platform/database/index.ts'
import { assertVersion } from '../../platform/http/index.ts'
import { notifyPeople } from '../notifications/index.ts'
import { findPerson } from '../portal-users/index.ts'
import { drawAccessReviewJob } from './draw-review-job.ts'
import { tellOpenScreens } from './tell-open-screens.ts'

const columns = [
  'client',
  'group_reference',
  'owner',
  'interval_days',
  'days_to_decide',
  'next_on',
  'updated_at',
  'updated_by',
  'version',
] as const

export const schedules = versionedTable({ table: 'access_review_schedules', key: 'group_reference', columns })

/** `GET /access_review_schedules`. */
export const listAccessReviewSchedules = async (
  ctx: RequestContext,
  { query }: CallInput<typeof calls.listAccessReviewSchedules>,
) => {
  const groups = ctx.access.isUnlimited('groups:read') ? undefined : await ctx.groupsFor('groups:read')
  return answerTableList(ctx, query, {
    table: 'access_review_schedules',
    columns,
    key: ['group_reference'],
    conditions: () => [isAnyOf('group_reference', groups)],
    toItems: (rows) => rows,
  })
}

/** `PUT /access_review_schedules/{group_reference}`. A list that is due at once is drawn by the worker, and the schedule has the next one. */
export const putAccessReviewSchedule = async (
  ctx: RequestContext,
  { params: { group_reference }, body }: CallInput<typeof calls.putAccessReviewSchedule>,
): Promise<AccessReviewSchedule> => {
  const { version, ...given } = body
  await assertVisible(ctx, group_reference)
  return ctx.transaction(async (tx) => {
    if (!(await lockGroupShared(tx, group_reference))) throw new ProductError('request.not_found')
    const stored = await schedules.lock(tx, group_reference)
    assertVersion(version, stored)
    if (!(await findPerson(tx, given.owner))?.is_active) throw new ProductError('access_review.unknown_owner')
    const isDue = given.next_on <= dayOf(tx.now)
    const fields = { ...given, next_on: isDue ? dayOf(tx.now, given.interval_days) : given.next_on }
    const before = stored ? fieldsOf(stored) : null
    if (stored && !isDue && isUnchanged(before, fields)) {
      tx.audit('record.unchanged', { group_reference })
      return stored
    }
    const saved = await saveSchedule(tx, { group_reference, stored, fields }, ctx.actor.reference)
    await passOn(tx, saved, ctx.actor.reference)
    const asked_at = tx.now.toISOString()
    if (isDue) await tx.enqueue(drawAccessReviewJob, { client: tx.client, group_reference, asked_at })
    return saved
  })
}

/** Saves a checked schedule. An existing one must be locked. */
export const saveSchedule = async (
  tx: AuditedTransaction,
  { group_reference, stored, fields }: { group_reference: string; stored?: Fields | undefined; fields: Fields },
  by: string,
): Promise<AccessReviewSchedule> => {
  const save = stored ? schedules.replace : schedules.insert
  const saved = await save(tx, group_reference, fields, by)
  tx.audit(stored ? 'access_review_schedule.updated' : 'access_review_schedule.created', {
    group_reference,
    before: stored ? fieldsOf(stored) : null,
    after: fields,
  })
  return saved
}

/** `DELETE /access_review_schedules/{group_reference}`. */
export const deleteAccessReviewSchedule = async (
  ctx: RequestContext,
  { params: { group_reference }, query }: CallInput<typeof calls.deleteAccessReviewSchedule>,
): Promise<undefined> => {
  await assertVisible(ctx, group_reference)
  return ctx.transaction(async (tx) => {
    const stored = await schedules.lock(tx, group_reference)
    if (!stored) throw new ProductError('request.not_found')
    assertVersion(query.version, stored)
    await schedules.remove(tx, group_reference)
    tx.audit('access_review_schedule.deleted', { group_reference, before: fieldsOf(stored), after: null })
    return undefined
  })
}

const assertVisible = async (ctx: RequestContext, group_reference: string): Promise<void> => {
  if (!(await ctx.can('groups:read', group_reference))) throw new ProductError('request.not_found')
  ctx.setAuditGroup(group_reference)
}

type Fields = Pick<AccessReviewSchedule, 'owner' | 'interval_days' | 'days_to_decide' | 'next_on'>

const fieldsOf = ({ owner, interval_days, days_to_decide, next_on }: Fields): Fields => ({
  owner,
  interval_days,
  days_to_decide,
  next_on,
})

/** The review that waits for decisions goes to the owner of today. */
const passOn = async (tx: TenantTransaction, { group_reference, owner }: AccessReviewSchedule, caused_by: string) => {
  const passed = await tx.db
    .updateTable('access_reviews')
    .set({ owner })
    .where('client', '=', tx.client)
    .where('group_reference', '=', group_reference)
    .where('finished_at', 'is', null)
    .where('owner', '<>', owner)
    .returning(['review_reference', 'rows'])
    .execute()
  for (const { review_reference } of passed) await tellOpenScreens(tx, { review_reference, owner })
  await notifyPeople(
    tx,
    passed.map(({ review_reference: reference, rows: items }) => ({
      recipient: owner,
      kind: 'access_review_drawn',
      caused_by,
      reference,
      name: group_reference,
      items,
    })),
  )
}

/** The day in UTC. */
export const dayOf = (time: Date, daysLater = 0): string =>
  new Date(time.getTime() + daysLater * 24 * 60 * 60_000).toISOString().slice(0, 'yyyy-mm-dd'.length)
