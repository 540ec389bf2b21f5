import { systemRolesOf } from '@holdfast/access'
import type { TenantTransaction } from '../../platform/database/index.ts'

const noAlerts = { ops_read: false, ops_write: false, sec_read: false, sec_write: false }

/** The system roles of an account that is being opened. */
export const insertSystemRoles = async (tx: TenantTransaction, updated_by: string): Promise<void> => {
  await tx.db
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
        updated_by,
      })),
    )
    .execute()
}
