import { bumpAccessVersion } from '../../apps/server/src/core/authorization/index.ts'
import type { Platform } from '../../apps/server/src/core/platform.ts'
import { openClientAccount } from '../../apps/server/src/modules/clients/index.ts'
import { addRows } from '../setup/rows.ts'

/** Opens an account with the device user `ana.reis`, whose handsets can deliver. Returns its enrolment secret. */
export const openDeliveringAccount = async (platform: Platform, client: string): Promise<string> => {
  const { enrolment_secret } = await openClientAccount(platform, { client, name: 'Northwind', locale: 'en-GB' })
  await platform.database.transaction(client, async (tx) => {
    await addRows(tx, 'groups', [{ group_reference: 'London' }])
    await addRows(tx, 'device_users', [{ device_user_reference: 'ana.reis', group: 'London' }])
    await bumpAccessVersion(tx)
  })
  return enrolment_secret
}
