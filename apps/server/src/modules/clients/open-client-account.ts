import { systemRolesOf } from '@holdfast/access'
import { type NewClient as NewCustomer, ProductError } from '@holdfast/contract'
import { bumpAccessVersion } from '../../core/authorization/index.ts'
import type { Platform } from '../../core/platform.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { createEnrolmentSecret } from './enrolment-secret.ts'

export type NewClient = Pick<NewCustomer, 'client' | 'name' | 'locale' | 'default_role'>

export interface OpenedClient {
  /** For device management. It cannot be read again. */
  enrolment_secret: string
  key_id: string
}

const maker = 'system'

/**
 * Opens an account: its entry, system roles, defaults, key pair and enrolment secret.
 * @param addMore adds further rows in the same transaction
 * @throws ProductError like `openAccountIn`
 */
export const openClientAccount = async (
  platform: Pick<Platform, 'database' | 'clientKeys' | 'keys'>,
  account: NewClient,
  addMore: (tx: TenantTransaction) => Promise<void> = async () => {},
): Promise<OpenedClient> =>
  platform.database.transaction(account.client, async (tx) => {
    const opened = await openAccountIn(tx, platform, account)
    await addMore(tx)
    return opened
  })

/**
 * Opens the account of this transaction.
 * @throws ProductError `client.exists`; `role.unknown` if the default role is not a system role
 */
export const openAccountIn = async (
  tx: TenantTransaction,
  { clientKeys, keys }: Pick<Platform, 'clientKeys' | 'keys'>,
  { name, locale, default_role: role = null }: NewClient,
): Promise<OpenedClient> => {
  const { client, now } = tx
  const entry = { client, name, locale, is_active: true, created_at: now, updated_at: now }
  const made = await tx.db
    .insertInto('clients')
    .values(entry)
    .onConflict((conflict) => conflict.column('client').doNothing())
    .returning('client')
    .executeTakeFirst()
  if (!made) throw new ProductError('client.exists')
  if (role !== null && !systemRolesOf(client).some(({ role_reference }) => role_reference === role)) {
    throw new ProductError('role.unknown', { role })
  }
  await insertSystemRoles(tx)
  await tx.db
    .insertInto('account_defaults')
    .values({ client, user_group: null, role, cidr_ranges: null, updated_at: now, updated_by: maker })
    .execute()
  await bumpAccessVersion(tx)
  const { key_id } = await clientKeys.rotate(tx)
  const enrolment_secret = await createEnrolmentSecret(tx, keys)
  return { enrolment_secret, key_id }
}

const noAlerts = { ops_read: false, ops_write: false, sec_read: false, sec_write: false }

const insertSystemRoles = (tx: TenantTransaction) =>
  tx.db
    .insertInto('roles')
    .values(
      systemRolesOf(tx.client).map(({ role_reference, permissions, description }) => ({
        client: tx.client,
        role_reference,
        permissions: JSON.stringify(permissions),
        payload_types: null,
        cidr_ranges: null,
        alert_permissions: JSON.stringify(noAlerts),
        is_alertable: false,
        description,
        is_system: true,
        created_at: tx.now,
        updated_at: tx.now,
        updated_by: maker,
      })),
    )
    .execute()
