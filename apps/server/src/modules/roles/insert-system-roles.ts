import { systemRolesOf } from '@holdfast/access'
import { alertPermissions } from '@holdfast/contract'
import type { TenantTransaction } from '../../platform/database/index.ts'

/** The system roles of an account that is being opened. */
export const insertSystemRoles = async (tx: TenantTransaction, updated_by: string): Promise<void> => {
  await tx.db
    .insertInto('roles')
    .values(
      systemRolesOf(tx.client).map(({ role_reference, permissions, description, alert_permissions }) => ({
        client: tx.client,
        role_reference,
        permissions: JSON.stringify(permissions),
        payload_types: null,
        cidr_ranges: null,
        alert_permissions: JSON.stringify(
          Object.fromEntries(alertPermissions.map((one) => [one, alert_permissions.includes(one)])),
        ),
        is_alertable: false,
        description,
        is_system: true,
        created_at: tx.now,
        updated_at: tx.now,
        updated_by,
      })),
    )
    .execute()
}
