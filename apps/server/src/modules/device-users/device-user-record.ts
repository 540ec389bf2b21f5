import type { TenantTransaction } from '../../platform/database/index.ts'

/** Finds a device user; `undefined` if unknown. */
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

/** Finds an active device user and prevents their offboarding until the transaction ends. */
export const lockActiveDeviceUser = (tx: TenantTransaction, device_user_reference: string) =>
  tx.db
    .selectFrom('device_users')
    .select(['device_user_reference', 'group', 'services', 'email', 'first_name', 'surname'])
    .where('client', '=', tx.client)
    .where('device_user_reference', '=', device_user_reference)
    .where('is_active', '=', true)
    .forShare()
    .executeTakeFirst()

export type ActiveDeviceUser = NonNullable<Awaited<ReturnType<typeof lockActiveDeviceUser>>>
