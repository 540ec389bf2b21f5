import { openClientAccount } from '../modules/clients/index.ts'
import type { Platform } from '../platform/platform.ts'
import { type DemoCustomer, demoCustomers, demoPassword } from './demo-customers.ts'
import { fillAccount } from './fill-account.ts'
import { writeFleetFile } from './fleet-file.ts'

export { fillHistory } from './history/fill-history.ts'

/**
 * Makes sure that the customers of the demonstration exist, and tells the fleet its handsets. Safe to repeat: what exists
 * stays as it is, whatever has been done to it since.
 */
export const fillDemo = async (platform: Platform): Promise<void> => {
  await Promise.all(
    demoCustomers.map(async (customer) => {
      if (!(await platform.clients.find(customer.client))) await openCustomer(platform, customer)
    }),
  )
  await writeFleetFile(platform)
}

/** People first and the account's rows last: an attempt that was cut short is done again from the start. */
const openCustomer = async (platform: Platform, customer: DemoCustomer): Promise<void> => {
  const { client, people } = customer
  await Promise.all(
    people.map(({ user_reference, name, roles, user_group }) =>
      platform.identity.savePerson(client, {
        user_reference,
        name,
        email: `${user_reference}@${client}.example`,
        roles,
        user_group,
        password: demoPassword,
      }),
    ),
  )
  await openClientAccount(platform, customer, (tx) => fillAccount(tx, customer))
}
