import type { DemoAccount } from '../commands/announce.ts'
import { openClientAccount } from '../modules/clients/index.ts'
import { currentTermsVersion } from '../modules/session/index.ts'
import { openPlatform } from '../platform/open-platform.ts'
import type { Platform } from '../platform/platform.ts'
import type { Settings } from '../platform/settings/index.ts'
import { type DemoCustomer, demoCustomers, demoPassword } from './demo-customers.ts'
import { fillAccount } from './fill-account.ts'
import { writeFleetFile } from './fleet-file.ts'

export { fillHistory } from './history/fill-history.ts'

/**
 * Makes sure that the customers of the demonstration exist, and tells who can sign in. Safe to repeat: what exists stays
 * as it is, whatever has been done to it since.
 */
export const fillDemo = async (settings: Settings & { databaseUrl: string }): Promise<DemoAccount[]> => {
  const platform = await openPlatform({ settings, termsVersion: currentTermsVersion })
  try {
    for (const customer of demoCustomers) {
      if (!(await platform.clients.find(customer.client))) await openCustomer(platform, customer)
    }
    await writeFleetFile(platform)
  } finally {
    await platform.close()
  }
  return demoCustomers.flatMap(({ client, people }) =>
    people.map(({ user_reference, about }) => ({
      portal: client === 'admin' ? 'admin' : 'client',
      client,
      user: user_reference,
      password: demoPassword,
      role: about,
    })),
  )
}

/** People first and the account's rows last: an attempt that was cut short is done again from the start. */
const openCustomer = async (platform: Platform, customer: DemoCustomer): Promise<void> => {
  const { client } = customer
  for (const { user_reference, name, roles, user_group } of customer.people) {
    const email = `${user_reference}@${client}.example`
    await platform.identity.savePerson(client, {
      user_reference,
      name,
      email,
      roles,
      user_group,
      password: demoPassword,
    })
  }
  await openClientAccount(platform, customer, (tx) => fillAccount(tx, customer))
}
