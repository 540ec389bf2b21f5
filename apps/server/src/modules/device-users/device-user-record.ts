import type { TenantTransaction } from '../../platform/database/index.ts'

/** A device user as they are now; undefined for an unknown one. */
export const findDeviceUser = (tx: TenantTransaction, device_user_reference: string) =>
  tx.db
    .selectFrom('device_users')
    .select([
      'client',
      'device_user_reference',
      'group',
      'services',
      'expected_device_count',
      'email',
      'first_name',
      'surname',
      'is_active',
      'onboard_date',
      'offboard_date',
      'is_legacy',
      'updated_at',
      'updated_by',
    ])
    .where('client', '=', tx.client)
    .where('device_user_reference', '=', device_user_reference)
    .executeTakeFirst()

/** The active device user of this reference, who can't be offboarded until this transaction ends. */
export const holdActiveDeviceUser = (tx: TenantTransaction, device_user_reference: string) =>
  tx.db
    .selectFrom('device_users')
    .select(['device_user_reference', 'group', 'services', 'email', 'first_name', 'surname'])
    .where('client', '=', tx.client)
    .where('device_user_reference', '=', device_user_reference)
    .where('is_active', '=', true)
    .forShare()
    .executeTakeFirst()

export type ActiveDeviceUser = NonNullable<Awaited<ReturnType<typeof holdActiveDeviceUser>>>
