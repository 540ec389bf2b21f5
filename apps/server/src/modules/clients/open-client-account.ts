import { systemRolesOf } from '@holdfast/access'
import { type NewClient as NewCustomer, ProductError } from '@holdfast/contract'
import { createEnrolmentSecret, insertClient } from '../../core/accounts/index.ts'
import { bumpAccessVersion, insertDefaults } from '../../core/authorization/index.ts'
import type { Platform } from '../../core/platform.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { insertSystemRoles } from '../roles/index.ts'

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
  await insertClient(tx, { name, locale })
  if (role !== null && !systemRolesOf(tx.client).some(({ role_reference }) => role_reference === role)) {
    throw new ProductError('role.unknown', { role })
  }
  await insertSystemRoles(tx, maker)
  await insertDefaults(tx, role, maker)
  await bumpAccessVersion(tx)
  const { key_id } = await clientKeys.rotate(tx)
  const enrolment_secret = await createEnrolmentSecret(tx, keys)
  return { enrolment_secret, key_id }
}
