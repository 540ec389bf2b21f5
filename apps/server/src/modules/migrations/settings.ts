import { type AccountMigrationConfig, type CallInput, type calls, ProductError } from '@holdfast/contract'
import { isUnchanged, type RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'

const columns = [
  'client',
  'disable_onboarding',
  'disable_offboarding',
  'disable_payloads',
  'updated_at',
  'updated_by',
  'version',
] as const

const defaults = { disable_onboarding: false, disable_offboarding: false, disable_payloads: false }

/** The settings by which migrations of an account leave things alone. */
export type MigrationSettings = typeof defaults

const settingsOf = ({ disable_onboarding, disable_offboarding, disable_payloads }: MigrationSettings) => ({
  disable_onboarding,
  disable_offboarding,
  disable_payloads,
})

/** The account's settings, or the defaults. */
export const migrationSettings = async (tx: TenantTransaction): Promise<AccountMigrationConfig> => {
  const stored = await tx.db
    .selectFrom('account_migrations')
    .select(columns)
    .where('client', '=', tx.client)
    .executeTakeFirst()
  return stored ?? { client: tx.client, ...defaults, updated_at: null, updated_by: null, version: 0 }
}

/** `GET /account/migration`. */
export const getAccountMigration = (ctx: RequestContext): Promise<AccountMigrationConfig> => ctx.read(migrationSettings)

/** Names who changed the settings meanwhile. */
const conflictWith = ({ updated_by, updated_at }: AccountMigrationConfig): ProductError =>
  new ProductError('edit.conflict', updated_by === null ? {} : { updated_by, updated_at })

/** `PUT /account/migration`. */
export const putAccountMigration = (
  ctx: RequestContext,
  { body: { version, ...chosen } }: CallInput<typeof calls.putAccountMigration>,
): Promise<AccountMigrationConfig> =>
  ctx.transaction(async (tx) => {
    const before = await migrationSettings(tx)
    if (version !== undefined && version !== before.version) throw conflictWith(before)
    if (isUnchanged(settingsOf(before), chosen)) {
      tx.audit('record.unchanged')
      return before
    }
    const change = { ...chosen, updated_at: tx.now, updated_by: ctx.actor.reference }
    const saved = await tx.db
      .insertInto('account_migrations')
      .values({ client: tx.client, ...change })
      .onConflict((conflict) => {
        const replaced = conflict
          .column('client')
          .doUpdateSet((eb) => ({ ...change, version: eb('account_migrations.version', '+', 1) }))
        // If two people save the same version at once, the second one gets a conflict.
        return version === undefined ? replaced : replaced.where('account_migrations.version', '=', version)
      })
      .returning(columns)
      .executeTakeFirst()
    if (!saved) throw new ProductError('edit.conflict')
    tx.audit('migration.settings_updated', { before: settingsOf(before), after: chosen })
    return saved
  })
