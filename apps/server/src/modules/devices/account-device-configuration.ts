import {
  type AccountDeviceConfiguration,
  type CallInput,
  type calls,
  defaultGpsIntervalMs,
  defaultSilentDays,
  ProductError,
} from '@holdfast/contract'
import { isUnchanged, type RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'

const columns = ['client', 'gps_interval_ms', 'deactivate_after_days', 'updated_at', 'updated_by', 'version'] as const

/** The account's configuration for all its devices, or the default. */
export const accountDeviceConfiguration = async (tx: TenantTransaction): Promise<AccountDeviceConfiguration> => {
  const stored = await tx.db
    .selectFrom('device_configurations')
    .select(columns)
    .where('client', '=', tx.client)
    .executeTakeFirst()
  return stored ?? { client: tx.client, ...defaults, updated_at: null, updated_by: null, version: 0 }
}

const defaults = { gps_interval_ms: defaultGpsIntervalMs, deactivate_after_days: defaultSilentDays }

const settingsOf = ({ gps_interval_ms, deactivate_after_days }: typeof defaults) => ({
  gps_interval_ms,
  deactivate_after_days,
})

/** `GET /account/device_configuration`. */
export const getAccountDeviceConfiguration = (ctx: RequestContext): Promise<AccountDeviceConfiguration> =>
  ctx.read(accountDeviceConfiguration)

/** `PUT /account/device_configuration`: devices apply it when they next fetch their configuration. */
export const putAccountDeviceConfiguration = (
  ctx: RequestContext,
  { body: { version, ...chosen } }: CallInput<typeof calls.putAccountDeviceConfiguration>,
): Promise<AccountDeviceConfiguration> =>
  ctx.transaction(async (tx) => {
    const before = await accountDeviceConfiguration(tx)
    if (version !== undefined && version !== before.version) throw new ProductError('edit.conflict')
    const settings = settingsOf({ ...before, ...chosen })
    if (isUnchanged(settingsOf(before), settings)) {
      tx.audit('record.unchanged')
      return before
    }
    const change = { ...settings, updated_at: tx.now, updated_by: ctx.actor.reference }
    const saved = await tx.db
      .insertInto('device_configurations')
      .values({ client: tx.client, ...change })
      .onConflict((conflict) => {
        const replaced = conflict
          .column('client')
          .doUpdateSet((eb) => ({ ...change, version: eb('device_configurations.version', '+', 1) }))
        // If two people save the same version at once, the second one gets a conflict.
        return version === undefined ? replaced : replaced.where('device_configurations.version', '=', version)
      })
      .returning(columns)
      .executeTakeFirst()
    if (!saved) throw new ProductError('edit.conflict')
    tx.audit('device_configuration.updated', {
      before: settingsOf(before),
      after: settings,
    })
    return saved
  })
