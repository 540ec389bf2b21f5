import {
  type CallInput,
  type ClientPortalConfig,
  type calls,
  type PortalConfig,
  ProductError,
} from '@holdfast/contract'
import { isUnchanged, type RequestContext } from '../../core/calls/index.ts'
import { assertVersion, signedMonitoringOrigin } from '../../platform/http/index.ts'
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
  assertMonitoringUrl(ctx, fields)
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

/** A policy has to name the origin to which browsers send their reports. */
const assertMonitoringUrl = ({ platform }: RequestContext, { monitoring }: PortalConfig): void => {
  if (!monitoring || signedMonitoringOrigin(platform.keys, monitoring.url) !== null) return
  const message = 'Must be an address with the name of a host, and a port up to 65535 if it has one.'
  throw new ProductError('request.invalid', {}, [
    { path: '/body/monitoring/url', keyword: 'address', params: {}, message },
  ])
}

/** The provider's own account has a portal, too. Its staff need not enter it. */
const enter = async (ctx: RequestContext, client: string): Promise<void> => {
  if (client !== ctx.client) await ctx.enterCustomer(client)
}

const columnsOf = ({ monitoring, ...fields }: PortalConfig) => ({
  ...fields,
  monitoring: monitoring && JSON.stringify(monitoring),
})
