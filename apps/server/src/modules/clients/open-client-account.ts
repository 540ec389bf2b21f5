import { systemRolesOf } from '@holdfast/access'
import { bumpAccessVersion } from '../../platform/authorization/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { createEnrolmentSecret } from './enrolment-secret.ts'

export interface NewClient {
  client: string
  name: string
  locale: 'en-GB' | 'pt-BR'
}

export interface OpenedClient {
  /** For device management; it can't be read again. */
  enrolment_secret: string
  key_id: string
}

const maker = 'system'

/**
 * Opens an account: its entry, system roles, key pair and enrolment secret.
 * @param furnish what else belongs to the account from its first moment, in the same transaction
 * @throws an error of PostgreSQL when the identifier is taken
 */
export const openClientAccount = async (
  { database, clientKeys, keys }: Pick<Platform, 'database' | 'clientKeys' | 'keys'>,
  { client, name, locale }: NewClient,
  furnish: (tx: TenantTransaction) => Promise<void> = async () => {},
): Promise<OpenedClient> =>
  database.transaction(client, async (tx) => {
    const entry = { client, name, locale, is_active: true, created_at: tx.now, updated_at: tx.now }
    await tx.db.insertInto('clients').values(entry).execute()
    await insertSystemRoles(tx)
    await tx.db
      .insertInto('account_defaults')
      .values({ client, user_group: null, role: null, cidr_ranges: null, updated_at: tx.now, updated_by: maker })
      .execute()
    await bumpAccessVersion(tx)
    const { key_id } = await clientKeys.rotate(tx)
    const enrolment_secret = await createEnrolmentSecret(tx, keys)
    await furnish(tx)
    return { enrolment_secret, key_id }
  })

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
