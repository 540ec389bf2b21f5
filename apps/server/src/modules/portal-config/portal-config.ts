import {
  type CallInput,
  type ClientPortalConfig,
  type calls,
  type PortalConfig,
  ProductError,
} from '@holdfast/contract'
import { type AuditedTransaction, assertSeen, type RequestContext } from '../../platform/http/index.ts'
import { fieldsOf, readPortalConfig, selectPortalConfig } from './portal-config-row.ts'

/** `GET /clients/{client}/portal_config`. */
export const getPortalConfig = async (
  ctx: RequestContext,
  { params }: CallInput<typeof calls.getPortalConfig>,
): Promise<ClientPortalConfig> => {
  await enter(ctx, params.client)
  return ctx.read(readPortalConfig)
}

/** `PUT /clients/{client}/portal_config`: the portal takes it up with the next profile that it loads. */
export const putPortalConfig = async (
  ctx: RequestContext,
  { params, body }: CallInput<typeof calls.putPortalConfig>,
): Promise<ClientPortalConfig> => {
  await enter(ctx, params.client)
  const { version, ...fields } = body
  return ctx.transaction(async (tx) => {
    const stored = await selectPortalConfig(tx).forUpdate().executeTakeFirst()
    assertSeen(version, stored)
    await (stored ? update(tx, fields, ctx.actor.reference) : insert(tx, fields, ctx.actor.reference))
    const before = stored ? fieldsOf(stored) : null
    tx.audit('portal_config.updated', { client: tx.client, before, after: fields })
    return readPortalConfig(tx)
  })
}

/** The provider's own account has a portal like any other, and its staff are at home there. */
const enter = async (ctx: RequestContext, client: string): Promise<void> => {
  if (client !== ctx.client) await ctx.enterCustomer(client)
}

const columnsOf = ({ monitoring, ...fields }: PortalConfig) => ({
  ...fields,
  monitoring: monitoring && JSON.stringify(monitoring),
})

const update = (tx: AuditedTransaction, fields: PortalConfig, updated_by: string): Promise<unknown> =>
  tx.db
    .updateTable('portal_configs')
    .set((eb) => ({ ...columnsOf(fields), updated_at: tx.now, updated_by, version: eb('version', '+', 1) }))
    .where('client', '=', tx.client)
    .execute()

/** Of two people who set it for the first time at once, the second is told. */
const insert = async (tx: AuditedTransaction, fields: PortalConfig, updated_by: string): Promise<void> => {
  const times = { created_at: tx.now, updated_at: tx.now, updated_by }
  const made = await tx.db
    .insertInto('portal_configs')
    .values({ client: tx.client, ...columnsOf(fields), ...times })
    .onConflict((conflict) => conflict.columns(['client']).doNothing())
    .returning('version')
    .executeTakeFirst()
  if (!made) throw new ProductError('edit.conflict')
}
