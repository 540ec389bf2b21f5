import type { VerifyRequest } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'

/** Each costs a transaction of a call that anybody can make. */
const maxAccounts = 10

/**
 * The accounts that a handset may belong to which names none: those that know its serial number or its person. Any other account
 * would refuse it. Empty if there are too many to try.
 */
export const possibleAccounts = async (
  ctx: RequestContext,
  { device_info, device_user_reference }: VerifyRequest,
): Promise<string[]> => {
  const accounts = await ctx.platform.database.readAcrossClients((db) =>
    db
      .selectFrom('clients as account')
      .select('account.client')
      .where('account.is_active', '=', true)
      .where((eb) =>
        eb.or([
          eb.exists(
            eb
              .selectFrom('devices')
              .whereRef('devices.client', '=', 'account.client')
              .where('device_reference', '=', device_info.serial_number),
          ),
          eb.exists(
            eb
              .selectFrom('device_users')
              .whereRef('device_users.client', '=', 'account.client')
              .where('device_user_reference', '=', device_user_reference ?? ''),
          ),
        ]),
      )
      .limit(maxAccounts + 1)
      .execute(),
  )
  return accounts.length > maxAccounts ? [] : accounts.map(({ client }) => client)
}
