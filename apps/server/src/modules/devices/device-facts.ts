import { preparedStatement } from '../../platform/database/index.ts'

/** The services of a device and of its user, its first free sequence number, and when it called last. */
export const deviceFactsStatement = preparedStatement(
  'device facts',
  (db, { client, device_reference }: { client: string; device_reference: string }) =>
    db
      .selectFrom('devices')
      .leftJoin('device_users', (join) =>
        join
          .onRef('device_users.device_user_reference', '=', 'devices.device_user_reference')
          .on('device_users.client', '=', client),
      )
      .select([
        'devices.services',
        'devices.last_seen',
        'devices.next_sequence',
        'device_users.services as user_services',
      ])
      .where('devices.client', '=', client)
      .where('devices.device_reference', '=', device_reference),
)
