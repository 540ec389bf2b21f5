import {
  type CallInput,
  type calls,
  type PayloadDeletion,
  type PayloadDetail,
  type PayloadState,
  ProductError,
} from '@holdfast/contract'
import { sql } from 'kysely'
import type { RequestContext } from '../../../core/calls/index.ts'
import {
  compiledStatement,
  lastCustodyEvent,
  type PayloadRow,
  type TenantTransaction,
} from '../../../platform/database/index.ts'
import { withVisibleReviews } from './payload-reviews.ts'

/** `GET /payloads/{payload_reference}`. */
export const getPayload = async (
  ctx: RequestContext,
  { params }: Pick<CallInput<typeof calls.getPayload>, 'params'>,
): Promise<PayloadDetail> => {
  const [payload, deletion] = await ctx.read(async (tx) => {
    const found = await findPayload(tx, params.payload_reference)
    return [found, found?.payload_state === 'Deleted' ? await deletionOf(tx, found) : null] as const
  })
  if (!payload || !(await ctx.can('payloads:read', payload.group, payload.payload_type))) {
    throw new ProductError('payload.not_found')
  }
  ctx.setAuditGroup(payload.group)
  const [shown] = await withVisibleReviews(ctx, [payload])
  return { ...(shown ?? payload), deletion }
}

/** Its latest deletion, from its chain of custody. */
const deletionOf = async (
  tx: TenantTransaction,
  { payload_reference, state_before_deletion }: PayloadRow,
): Promise<PayloadDeletion | null> => {
  const deleted = await lastCustodyEvent(tx, payload_reference, 'payload.deleted')
  if (!deleted) return null
  const { occurred_at, actor, details } = deleted
  return {
    deleted_at: occurred_at,
    deleted_by: actor,
    reason: typeof details.reason === 'string' ? details.reason : null,
    former_state: state_before_deletion as PayloadState | null,
  }
}

export const findPayload = (tx: TenantTransaction, payload_reference: string) =>
  tx.db
    .selectFrom('payloads')
    .selectAll()
    .where('client', '=', tx.client)
    .where('payload_reference', '=', payload_reference)
    .executeTakeFirst()

/** Like `findPayload`, for `readOnce`. Not prepared: a prepared 'select *' fails once an upgrade has added a column. */
export const payloadStatement = compiledStatement(
  (db, { client, payload_reference }: { client: string; payload_reference: string }) =>
    db
      .selectFrom('payloads')
      .selectAll()
      .where('client', '=', client)
      .where('payload_reference', '=', payload_reference),
)

/** Finds those of the payloads that exist, in no order. */
export const findPayloads = (tx: TenantTransaction, payload_references: readonly string[]) =>
  tx.db
    .selectFrom('payloads')
    .selectAll()
    .where('client', '=', tx.client)
    .where(sql<boolean>`payload_reference = any(${payload_references}::text[])`)
    .execute()

/** Finds a payload and locks it until the transaction ends. */
export const lockPayload = (tx: TenantTransaction, payload_reference: string) =>
  tx.db
    .selectFrom('payloads')
    .selectAll()
    .where('client', '=', tx.client)
    .where('payload_reference', '=', payload_reference)
    .forUpdate()
    .executeTakeFirst()

/** Locks those of the payloads that exist. @param payload_references sorted, so that two callers cannot deadlock */
export const lockPayloads = (tx: TenantTransaction, payload_references: readonly string[]) =>
  tx.db
    .selectFrom('payloads')
    .selectAll()
    .where('client', '=', tx.client)
    .where(sql<boolean>`payload_reference = any(${payload_references}::text[])`)
    .orderBy('payload_reference')
    .forUpdate()
    .execute()
