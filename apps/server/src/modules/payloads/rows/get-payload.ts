import {
  type CallInput,
  type calls,
  type PayloadDeletion,
  type PayloadDestruction,
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
import { removedByRetention } from './removed-by-retention.ts'

/** `GET /payloads/{payload_reference}`. */
export const getPayload = async (
  ctx: RequestContext,
  { params }: Pick<CallInput<typeof calls.getPayload>, 'params'>,
): Promise<PayloadDetail> => {
  const [payload, removal] = await ctx.read(async (tx) => {
    const found = await findPayload(tx, params.payload_reference)
    return [found, found ? await removalOf(tx, found) : nothingRemoved] as const
  })
  if (!payload || !(await ctx.can('payloads:read', payload.group, payload.payload_type))) {
    throw new ProductError('payload.not_found')
  }
  ctx.setAuditGroup(payload.group)
  const [shown] = await withVisibleReviews(ctx, [payload])
  const { sequence } = payload
  return { ...(shown ?? payload), sequence: sequence < 0 ? null : sequence, ...removal }
}

type Removal = Pick<PayloadDetail, 'deletion' | 'destruction'>
const nothingRemoved: Removal = { deletion: null, destruction: null }

const removalOf = async (tx: TenantTransaction, payload: PayloadRow): Promise<Removal> => {
  if (payload.payload_state === 'Deleted') return { ...nothingRemoved, deletion: await deletionOf(tx, payload) }
  if (payload.payload_state === 'Destroyed') return { ...nothingRemoved, destruction: await destructionOf(tx, payload) }
  return nothingRemoved
}

/** Its destruction, from its chain of custody. */
const destructionOf = async (
  tx: TenantTransaction,
  { payload_reference }: PayloadRow,
): Promise<PayloadDestruction | null> => {
  const destroyed = await lastCustodyEvent(tx, payload_reference, 'payload.destroyed')
  if (!destroyed) return null
  const { occurred_at, details } = destroyed
  const deleted =
    details.from === 'Deleted' ? await lastCustodyEvent(tx, payload_reference, 'payload.deleted') : undefined
  return {
    destroyed_at: occurred_at,
    deleted_at: deleted?.occurred_at ?? null,
    retention: removedByRetention(details),
  }
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
    retention: removedByRetention(details),
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
