import { type AccountDeviceConfiguration, type CallInput, type calls, defaultGpsIntervalMs } from '@holdfast/contract'
import type { TenantTransaction } from '../../platform/database/index.ts'
import type { RequestContext } from '../../platform/http/index.ts'

/** What an account sets for all its devices, or the default. */
export const accountDeviceConfiguration = async (tx: TenantTransaction): Promise<AccountDeviceConfiguration> => {
  const stored = await tx.db
    .selectFrom('device_configurations')
    .select(['client', 'gps_interval_ms', 'updated_at', 'updated_by'])
    .where('client', '=', tx.client)
    .executeTakeFirst()
  return stored ?? { client: tx.client, gps_interval_ms: defaultGpsIntervalMs, updated_at: null, updated_by: null }
}

/** `GET /account/device_configuration`. */
export const getAccountDeviceConfiguration = (ctx: RequestContext): Promise<AccountDeviceConfiguration> =>
  ctx.read(accountDeviceConfiguration)

/** `PUT /account/device_configuration`: devices follow when they fetch their configuration next. */
export const putAccountDeviceConfiguration = (
  ctx: RequestContext,
  { body: { gps_interval_ms } }: CallInput<typeof calls.putAccountDeviceConfiguration>,
): Promise<AccountDeviceConfiguration> =>
  ctx.transaction(async (tx) => {
    const before = await accountDeviceConfiguration(tx)
    const change = { gps_interval_ms, updated_at: tx.now, updated_by: ctx.actor.reference }
    const saved = await tx.db
      .insertInto('device_configurations')
      .values({ client: tx.client, ...change })
      .onConflict((conflict) => conflict.column('client').doUpdateSet(change))
      .returning(['client', 'gps_interval_ms', 'updated_at', 'updated_by'])
      .executeTakeFirstOrThrow()
    tx.audit('device_configuration.updated', {
      before: { gps_interval_ms: before.gps_interval_ms },
      after: { gps_interval_ms },
    })
    return saved
  })
