import { hashPassword, openClientAccount, type Platform, turnOnWordSearch } from '@holdfast/server'
import { type DemoCustomer, demoCustomers, demoPassword } from './demo-customers.ts'
import { emailOf, fillAccount } from './fill-account.ts'
import { writeDemoFiles } from './write-demo-files.ts'

/**
 * Opens the accounts of the demonstration that do not exist yet, and writes the files that other programs need. Safe to repeat:
 * existing accounts are not changed.
 */
export const fillDemo = async (platform: Platform): Promise<void> => {
  const isMissing = await Promise.all(demoCustomers.map(async ({ client }) => !(await platform.clients.find(client))))
  const missing = demoCustomers.filter((_, index) => isMissing[index])
  if (missing.length > 0) {
    // Everybody has the same password, and hashing it takes long on purpose.
    const password_hash = await hashPassword(demoPassword)
    await Promise.all(missing.map((customer) => openCustomer(platform, customer, password_hash)))
  }
  await writeDemoFiles(platform)
}

/** Saves people first and opens the account last, so that an interrupted attempt is repeated from the start. */
const openCustomer = async (platform: Platform, customer: DemoCustomer, password_hash: string): Promise<void> => {
  const { client, people } = customer
  for (const { user_reference, name, roles, user_group } of people) {
    const email = emailOf(client, user_reference)
    await platform.identity.savePerson(client, { user_reference, name, email, roles, user_group, password_hash })
  }
  await openClientAccount(platform, customer, async (tx) => {
    await fillAccount(tx, customer)
    await turnOnWordSearch(tx, platform.keys)
  })
}
