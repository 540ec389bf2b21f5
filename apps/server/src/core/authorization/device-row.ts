import { preparedStatement } from '../../platform/database/index.ts'

/** The device that a token names, and whether its account is open. */
export const deviceStatement = preparedStatement(
  'device',
  (db, { client, device_reference }: { client: string; device_reference: string }) =>
    db
      .selectFrom('devices as device')
      .innerJoin('clients as account', (join) =>
        join.onRef('account.client', '=', 'device.client').on('account.client', '=', client),
      )
      .select([
        'device.device_reference',
        'device.device_user_reference',
        'device.group',
        'device.held_since',
        'device.is_deactivated',
        'device.removed_at',
        'device.is_blocked',
        'device.installation_id',
        'account.is_active as is_account_active',
      ])
      .where('device.client', '=', client)
      .where('device.device_reference', '=', device_reference),
)
