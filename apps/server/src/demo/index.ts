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
  // One after the other: many password hashes at once would keep the threads from answering PostgreSQL's own question.
  for (const { user_reference, name, roles, user_group } of people) {
    const email = `${user_reference}@${client}.example`
    const password = demoPassword
    await platform.identity.savePerson(client, { user_reference, name, email, roles, user_group, password })
  }
  await openClientAccount(platform, customer, (tx) => fillAccount(tx, customer))
}
