import { type CallInput, type calls, ProductError } from '@holdfast/contract'
import { sql } from 'kysely'
import type { RequestContext } from '../../core/calls/index.ts'
import { compiledStatement, type TenantTransaction } from '../../platform/database/index.ts'
import { withVisibleReviews } from './payload-reviews.ts'

/** `GET /payloads/{payload_reference}`. */
export const getPayload = async (ctx: RequestContext, { params }: CallInput<typeof calls.getPayload>) => {
  const payload = await ctx.read((tx) => findPayload(tx, params.payload_reference))
  if (!payload || !(await ctx.can('payloads:read', payload.group, payload.payload_type))) {
    throw new ProductError('payload.not_found')
  }
  ctx.setAuditGroup(payload.group)
  const [shown] = await withVisibleReviews(ctx, [payload])
  return shown ?? payload
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
