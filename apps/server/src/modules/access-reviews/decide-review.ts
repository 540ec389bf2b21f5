import {
  type AccessDecisionOutcome,
  type AccessReviewItem,
  type CallInput,
  type calls,
  limits,
  ProductError,
  type RevocationOutcome,
} from '@holdfast/contract'
import { sql } from 'kysely'
import { appReferenceIn } from '../../core/accounts/index.ts'
import type { AuditedTransaction, RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { notifyPeople } from '../notifications/index.ts'
import { endGivenRole, type Holdings, holdingsOf, peopleWhoMay } from '../portal-users/index.ts'
import { finishReview } from './finish-review.ts'
import { selectItems, withHeld } from './review-items.ts'
import { findVisibleReview, lockOwnReview, type ReviewRow } from './review-row.ts'
import { tellOpenScreens } from './tell-open-screens.ts'

type Input = CallInput<typeof calls.decideAccessReview>

/**
 * `POST /access_reviews/{review_reference}/decisions`. The review is locked, so of two people who decide on a row at once the second is
 * told that it was decided. A revoked role for a time ends at once if the caller may end it; other roles are handed over to
 * those who may take them away.
 */
export const decideAccessReview = async (ctx: RequestContext, { params, body }: Input) => {
  if (body.decision === 'revoked' && !body.items) throw new ProductError('access_review.needs_rows')
  const found = await findVisibleReview(ctx, params.review_reference)
  return ctx.transaction(async (tx) => {
    const review = await lockOwnReview(ctx, tx, found)
    const decider = { user_reference: ctx.user.user_reference, mayEndRoles: ctx.access.can('roles:write') }
    return { items: (await decideItems(tx, review, body, decider)).slice(0, limits.maxReferencesInBatch) }
  })
}

/** Who decides, and whether they may end roles that others gave. */
interface Decider {
  user_reference: string
  mayEndRoles: boolean
}

/** Decides on rows of a locked review. */
export const decideItems = async (
  tx: AuditedTransaction,
  review: ReviewRow,
  body: Input['body'],
  decider: Decider,
): Promise<AccessDecisionOutcome[]> => {
  const { outcomes, ended } = body.items
    ? await decideRows(tx, { review, body, items: body.items }, decider)
    : { outcomes: await certifyRest(tx, review, { note: body.note, caller: decider.user_reference }), ended: [] }
  const count = (result: AccessDecisionOutcome['result']) => outcomes.filter((one) => one.result === result).length
  const certified = count('certified')
  const revoked = outcomes.length - certified - count('refused')
  if (certified + revoked === 0) {
    tx.audit('record.unchanged', { review_reference: review.review_reference })
    return outcomes
  }
  const changed = await addCounts(tx, review, { certified, revoked })
  await tellOpenScreens(tx, review)
  tx.audit('access_review.decided', {
    review_reference: review.review_reference,
    group_reference: review.group_reference,
    decision: body.decision,
    certified,
    revoked,
    ...(body.note && { reason: body.note }),
    ...(await rolesOnTrail(tx, review, outcomes)),
  })
  for (const role of ended) tx.audit('portal_user.role_ended', role)
  if (changed.certified + changed.revoked === changed.rows) {
    tx.audit('access_review.finished', await finishReview(tx, changed, decider.user_reference))
  }
  return outcomes
}

/** The people, apps and roles that were decided on. Certifying all the rest can decide on more than 100 rows; the trail then names the first 100. */
const rolesOnTrail = async (
  tx: TenantTransaction,
  { review_reference }: ReviewRow,
  outcomes: readonly AccessDecisionOutcome[],
) => {
  const items = outcomes.flatMap(({ item, result }) => (result === 'refused' ? [] : item))
  const which = sql<boolean>`item.item = any(${items}::integer[])`
  const rows = await selectItems(tx, review_reference, which, limits.maxReferencesInBatch)
  const references = [...new Set(rows.map(({ user_reference }) => user_reference))]
  return {
    decided_roles: rows.map(({ user_reference, role_reference }) => ({ user_reference, role_reference })),
    role_references: [...new Set(rows.map(({ role_reference }) => role_reference))],
    people: references.filter((reference) => appReferenceIn(reference) === null),
    apps: references.flatMap((reference) => appReferenceIn(reference) ?? []),
  }
}

/** A role for a time that was revoked and ended, as the trail tells it. */
type EndedRole = Record<string, unknown>

interface Decision {
  review: ReviewRow
  body: Input['body']
  items: readonly number[]
}

const decideRows = async (
  tx: AuditedTransaction,
  { review, body: { decision, note }, items }: Decision,
  { user_reference: caller, mayEndRoles }: Decider,
): Promise<{ outcomes: AccessDecisionOutcome[]; ended: EndedRole[] }> => {
  const { review_reference } = review
  const which = sql<boolean>`item.item = any(${[...items]}::integer[])`
  const rows = await withHeld(tx, await selectItems(tx, review_reference, which, items.length))
  const holders = rows.map(({ user_reference }) => user_reference)
  const holdings = decision === 'revoked' ? await holdingsOf(tx, holders) : new Map<string, Holdings>()
  const outcomes: AccessDecisionOutcome[] = []
  const ended: EndedRole[] = []
  for (const row of rows) {
    const { item } = row
    const code =
      row.decision !== null ? 'access_review.decided' : row.user_reference === caller ? 'access_review.own' : null
    if (code) {
      outcomes.push({ item, result: 'refused', code })
      continue
    }
    const held = holdings.get(row.user_reference)
    const revoked = decision === 'revoked' ? await revoke(tx, row, { held, mayEndRoles }) : null
    const outcome = revoked?.outcome ?? null
    await tx.db
      .insertInto('access_review_decisions')
      .values({
        client: tx.client,
        review_reference,
        item,
        decision,
        outcome,
        note: note ?? null,
        decided_at: tx.now,
        decided_by: caller,
      })
      .execute()
    outcomes.push({ item, result: outcome ?? 'certified' })
    if (revoked?.ended) ended.push(revoked.ended)
  }
  const handedOver = outcomes.filter(({ result }) => result === 'handed_over').length
  if (handedOver > 0) await tellAdministrators(tx, review, { caused_by: caller, items: handedOver })
  return { outcomes, ended }
}

/** Nobody takes away what they could not: without `roles:write` the role stays until somebody else has ended it. */
const revoke = async (
  tx: AuditedTransaction,
  { user_reference, role_reference, is_held }: AccessReviewItem,
  { held, mayEndRoles }: { held: Holdings | undefined; mayEndRoles: boolean },
): Promise<{ outcome: RevocationOutcome; ended?: EndedRole }> => {
  if (!is_held) return { outcome: 'gone' }
  if (!held?.given.has(role_reference) || !mayEndRoles) return { outcome: 'handed_over' }
  const before = await endGivenRole(tx, user_reference, role_reference)
  const outcome = held.own.includes(role_reference) ? 'handed_over' : 'ended'
  return before
    ? { outcome, ended: { user_reference, role: role_reference, role_reference, before, after: null } }
    : { outcome }
}

const certifyRest = async (
  tx: TenantTransaction,
  { review_reference }: ReviewRow,
  { note, caller }: { note: string | undefined; caller: string },
): Promise<AccessDecisionOutcome[]> => {
  const { rows } = await sql<{ item: number }>`
    insert into access_review_decisions (client, review_reference, item, decision, note, decided_at, decided_by)
    select ${tx.client}, item.review_reference, item.item, 'certified', ${note ?? null}::text, ${tx.now}::timestamptz, ${caller}
    from access_review_items item
    where item.client = ${tx.client} and item.review_reference = ${review_reference} and item.user_reference <> ${caller}
      and not exists (select from access_review_decisions decided where decided.client = ${tx.client}
        and decided.review_reference = ${review_reference} and decided.item = item.item)
    returning item`.execute(tx.db)
  return rows.map(({ item }) => ({ item, result: 'certified' }))
}

const addCounts = (
  tx: TenantTransaction,
  { review_reference, certified, revoked }: ReviewRow,
  added: { certified: number; revoked: number },
): Promise<ReviewRow> =>
  tx.db
    .updateTable('access_reviews')
    .set({ certified: certified + added.certified, revoked: revoked + added.revoked })
    .where('client', '=', tx.client)
    .where('review_reference', '=', review_reference)
    .returningAll()
    .executeTakeFirstOrThrow()

/** They can end roles, change identities' defaults, or remove people. */
const tellAdministrators = async (
  tx: TenantTransaction,
  { review_reference: reference, group_reference: name }: ReviewRow,
  about: { caused_by: string; items: number },
): Promise<void> => {
  const people = await peopleWhoMay(tx, [{ action: 'account:write' }])
  await notifyPeople(
    tx,
    people.map(({ user_reference: recipient }) => ({
      recipient,
      kind: 'access_removal_needed',
      reference,
      name,
      ...about,
    })),
  )
}
