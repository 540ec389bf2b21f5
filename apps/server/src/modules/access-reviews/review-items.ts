import type { AccessReviewItem, CallInput, calls } from '@holdfast/contract'
import { type Expression, type SqlBool, sql } from 'kysely'
import { appReferenceIn } from '../../core/accounts/index.ts'
import { answerList, cappedTotal, maxCountedRows, type RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { appsAfter } from '../client-apps/index.ts'
import { holdingsOf } from '../portal-users/index.ts'
import { findVisibleReview } from './review-row.ts'

type Input = CallInput<typeof calls.listAccessReviewItems>
type Filter = NonNullable<Input['query']['filter']>
export type ItemRow = Omit<AccessReviewItem, 'is_held'>

/** `GET /access_reviews/{review_reference}/items`. */
export const listAccessReviewItems = async (ctx: RequestContext, { params, query }: Input) => {
  const { review_reference } = await findVisibleReview(ctx, params.review_reference)
  const found = ({ decision }: Partial<Filter>, after: number, limit: number) =>
    ctx.read((tx) =>
      selectItems(tx, review_reference, sql<boolean>`item.item > ${after} and ${hasDecision(decision)}`, limit),
    )
  return answerList<Filter, ItemRow, AccessReviewItem>(ctx, query, {
    list: `access_review_items ${review_reference}`,
    rows: (filter, limit, position) => found(filter, Number(position?.[0] ?? 0), limit),
    positionOf: ({ item }) => [item],
    toItems: (rows) => ctx.read((tx) => withHeld(tx, rows)),
    total: async (filter) => cappedTotal((await found(filter, 0, maxCountedRows)).length),
  })
}

const hasDecision = (decision: Filter['decision']): Expression<SqlBool> => {
  if (decision === undefined) return sql<boolean>`true`
  return decision === 'none' ? sql<boolean>`decided.decision is null` : sql<boolean>`decided.decision = ${decision}`
}

/** Rows of a review with what was decided, in their order. */
export const selectItems = async (
  { client, db }: TenantTransaction,
  review_reference: string,
  which: Expression<SqlBool>,
  limit: number,
): Promise<ItemRow[]> => {
  const { rows } = await sql<ItemRow>`
    select item.client, item.review_reference, item.item, item.user_reference, item.display_name, item.role_reference,
      item.valid_until, item.last_used_at, decided.decision, decided.outcome, decided.note, decided.decided_at, decided.decided_by
    from access_review_items item left join access_review_decisions decided
      on decided.client = ${client} and decided.review_reference = item.review_reference and decided.item = item.item
    where item.client = ${client} and item.review_reference = ${review_reference} and ${which}
    order by item.item limit ${limit}`.execute(db)
  return rows
}

/** Adds to each row whether the role is still held. */
export const withHeld = async (tx: TenantTransaction, rows: readonly ItemRow[]): Promise<AccessReviewItem[]> => {
  const people = await holdingsOf(
    tx,
    rows.map(({ user_reference }) => user_reference),
  )
  const hasApps = rows.some(({ user_reference }) => appReferenceIn(user_reference) !== null)
  const apps = new Map((hasApps ? await appsAfter(tx, '') : []).map((app) => [app.app_reference, app.roles]))
  return rows.map((row) => {
    const held = people.get(row.user_reference)
    const ofApp = apps.get(appReferenceIn(row.user_reference) ?? '')
    const roles = [...(held?.own ?? []), ...(held?.given.keys() ?? []), ...(ofApp ?? [])]
    return { ...row, is_held: roles.includes(row.role_reference) }
  })
}
