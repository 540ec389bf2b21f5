import { type AccessReviewItem, limits } from '@holdfast/contract'
import { appUserReference } from '../../core/accounts/index.ts'
import { lastOpenings, recordProductActivity } from '../../core/activities/index.ts'
import { insertRows, type TenantTransaction } from '../../platform/database/index.ts'
import { newId } from '../../platform/identifiers.ts'
import { rolesOpeningGroup } from '../content-access/index.ts'
import { notifyPeople } from '../notifications/index.ts'
import { findPerson, holdingsOf, peopleWhoMay } from '../portal-users/index.ts'
import { drawAccessReviewJob } from './draw-review-job.ts'
import { finishReview } from './finish-review.ts'
import { dayOf, schedules } from './schedules.ts'
import { tellOpenScreens } from './tell-open-screens.ts'

const insertItems = insertRows('access_review_items', [
  'review_reference',
  'item',
  'user_reference',
  'display_name',
  'role_reference',
  'valid_until',
  'last_used_at',
])

const call = `JOB ${drawAccessReviewJob.name}`
const usedWithinDays = 366
const atOnce = 100

type Row = Pick<AccessReviewItem, 'user_reference' | 'display_name' | 'role_reference' | 'valid_until' | 'last_used_at'>

/**
 * Draws the list of a group if it is due, or was asked for and not drawn since: everybody who can open its recordings, and by which role. An earlier
 * list that is still open is finished, with its undecided rows as they are. A second draw on the same day does nothing. The schedule of a deleted group is removed.
 */
export const drawReview = async (tx: TenantTransaction, group_reference: string, asked_at?: string): Promise<void> => {
  const schedule = await schedules.lock(tx, group_reference)
  const isAsked = asked_at !== undefined && !(await isDrawnSince(tx, group_reference, asked_at))
  if (!schedule || (schedule.next_on > dayOf(tx.now) && !isAsked)) return
  const openings = await rolesOpeningGroup(tx, group_reference)
  await finishOpen(tx, group_reference)
  if (!openings) {
    await schedules.remove(tx, group_reference)
    await recordProductActivity(tx, {
      call,
      event: 'access_review_schedule.deleted',
      details: { group_reference, before: { owner: schedule.owner }, after: null },
    })
    return
  }
  const rows = await rowsOf(tx, group_reference, openings)
  if (rows.length > limits.maxAccessReviewItems) throw new Error(`Too many rows for a review of access: ${rows.length}`)
  const review_reference = newId(tx.now)
  const review = { review_reference, group_reference, owner: schedule.owner }
  await tx.db
    .insertInto('access_reviews')
    .values({
      client: tx.client,
      ...review,
      drawn_at: tx.now,
      due_on: dayOf(tx.now, schedule.days_to_decide),
      rows: rows.length,
      certified: 0,
      revoked: 0,
      ...(rows.length === 0 && { finished_at: tx.now, finished_by: 'system' }),
    })
    .execute()
  for (let from = 0; from < rows.length; from += 1000) {
    const items = rows
      .slice(from, from + 1000)
      .map((row, index) => ({ ...row, review_reference, item: from + index + 1 }))
    await tx.executeAll([insertItems(tx.client, items)])
  }
  const { owner, interval_days, days_to_decide } = schedule
  const next_on = dayOf(tx.now, interval_days)
  if (schedule.next_on < next_on)
    await schedules.replace(tx, group_reference, { owner, interval_days, days_to_decide, next_on }, 'system')
  await recordProductActivity(tx, { call, event: 'access_review.drawn', details: { ...review, rows: rows.length } })
  await tellOpenScreens(tx, review)
  if (rows.length > 0) await tell(tx, review, rows.length)
}

const isDrawnSince = async (tx: TenantTransaction, group_reference: string, asked_at: string): Promise<boolean> => {
  const drawn = await tx.db
    .selectFrom('access_reviews')
    .select('review_reference')
    .where('client', '=', tx.client)
    .where('group_reference', '=', group_reference)
    .where('drawn_at', '>=', asked_at)
    .executeTakeFirst()
  return drawn !== undefined
}

const rowsOf = async (
  tx: TenantTransaction,
  group: string,
  openings: NonNullable<Awaited<ReturnType<typeof rolesOpeningGroup>>>,
): Promise<Row[]> => {
  const since = new Date(tx.now.getTime() - usedWithinDays * 24 * 60 * 60_000)
  const rows: Row[] = []
  for (let from = 0; from < openings.length; from += atOnce) {
    const some = openings.slice(from, from + atOnce).map(({ kind, reference, ...one }) => ({
      ...one,
      user_reference: kind === 'app' ? appUserReference(reference) : reference,
    }))
    const users = some.map(({ user_reference }) => user_reference)
    const used = await lastOpenings(tx, users, { group, since })
    const holdings = await holdingsOf(tx, users)
    for (const { user_reference, display_name, roles } of some) {
      const held = holdings.get(user_reference)
      for (const { role_reference, opensContent } of roles) {
        const given = held?.own.includes(role_reference) ? undefined : held?.given.get(role_reference)
        const opened = (opensContent && used.get(user_reference)) || null
        const last_used_at = opened && given && opened < given.given_at ? null : opened
        const valid_until = given?.valid_until ?? null
        rows.push({ user_reference, display_name, role_reference, valid_until, last_used_at })
      }
    }
  }
  return rows
}

const finishOpen = async (tx: TenantTransaction, group_reference: string): Promise<void> => {
  const open = await tx.db
    .selectFrom('access_reviews')
    .selectAll()
    .where('client', '=', tx.client)
    .where('group_reference', '=', group_reference)
    .where('finished_at', 'is', null)
    .forUpdate()
    .execute()
  for (const review of open) {
    const details = await finishReview(tx, review, 'system')
    await recordProductActivity(tx, { call, event: 'access_review.finished', details })
  }
}

/** Tells the owner, or if they were removed those who can name another. */
export const tell = async (
  tx: TenantTransaction,
  review: { review_reference: string; group_reference: string; owner: string },
  items: number,
  kind: 'access_review_drawn' | 'access_review_overdue' = 'access_review_drawn',
): Promise<void> => {
  const isThere = (await findPerson(tx, review.owner))?.is_active ?? false
  const others = isThere ? [] : await peopleWhoMay(tx, [{ action: 'account:write' }])
  const people = isThere ? [review.owner] : others.map(({ user_reference }) => user_reference)
  const about = { kind, caused_by: null, reference: review.review_reference, name: review.group_reference, items }
  await notifyPeople(
    tx,
    people.map((recipient) => ({ recipient, ...about })),
  )
}
