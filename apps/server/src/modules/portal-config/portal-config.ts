import type { CallInput, ClientPortalConfig, calls, PortalConfig } from '@holdfast/contract'
import { isUnchanged, type RequestContext } from '../../core/calls/index.ts'
import { assertVersion } from '../../platform/http/index.ts'
import { fieldsOf, portalConfigs, readPortalConfig } from './portal-config-row.ts'

/** `GET /clients/{client}/portal_config`. */
export const getPortalConfig = async (
  ctx: RequestContext,
  { params }: CallInput<typeof calls.getPortalConfig>,
): Promise<ClientPortalConfig> => {
  await enter(ctx, params.client)
  return ctx.read(readPortalConfig)
}

/** `PUT /clients/{client}/portal_config`: the portal applies it when it next loads the profile. */
export const putPortalConfig = async (
  ctx: RequestContext,
  { params, body }: CallInput<typeof calls.putPortalConfig>,
): Promise<ClientPortalConfig> => {
  await enter(ctx, params.client)
  const { version, ...fields } = body
  return ctx.transaction(async (tx) => {
    const stored = await portalConfigs.lock(tx, tx.client)
    assertVersion(version, stored)
    if (stored && isUnchanged(fieldsOf(stored), fields)) {
      tx.audit('record.unchanged', { client: tx.client })
      return stored
    }
    const save = stored ? portalConfigs.replace : portalConfigs.insert
    const saved = await save(tx, tx.client, columnsOf(fields), ctx.actor.reference)
    const before = stored ? fieldsOf(stored) : null
    tx.audit('portal_config.updated', { client: tx.client, before, after: fields })
    return saved
  })
}

/** The provider's own account has a portal, too. Its staff need not enter it. */
const enter = async (ctx: RequestContext, client: string): Promise<void> => {
  if (client !== ctx.client) await ctx.enterCustomer(client)
}

const columnsOf = ({ monitoring, ...fields }: PortalConfig) => ({
  ...fields,
  monitoring: monitoring && JSON.stringify(monitoring),
})
