import { openClientAccount, type Platform, turnOnWordSearch } from '@holdfast/server'
import { type DemoCustomer, demoCustomers, demoPassword } from './demo-customers.ts'
import { emailOf, fillAccount } from './fill-account.ts'
import { writeDemoFiles } from './write-demo-files.ts'

/**
 * Opens the accounts of the demonstration that do not exist yet, and writes the files that other programs need. Safe to repeat:
 * existing accounts are not changed.
 */
export const fillDemo = async (platform: Platform): Promise<void> => {
  await Promise.all(
    demoCustomers.map(async (customer) => {
      if (!(await platform.clients.find(customer.client))) await openCustomer(platform, customer)
    }),
  )
  await writeDemoFiles(platform)
}

/** Saves people first and opens the account last, so that an interrupted attempt is repeated from the start. */
const openCustomer = async (platform: Platform, customer: DemoCustomer): Promise<void> => {
  const { client, people } = customer
  // One by one: many concurrent password hashes would occupy the threads that the PostgreSQL driver needs to
  // authenticate.
  for (const { user_reference, name, roles, user_group } of people) {
    const email = emailOf(client, user_reference)
    const password = demoPassword
    await platform.identity.savePerson(client, { user_reference, name, email, roles, user_group, password })
  }
  await openClientAccount(platform, customer, async (tx) => {
    await fillAccount(tx, customer)
    await turnOnWordSearch(tx, platform.keys)
  })
}
