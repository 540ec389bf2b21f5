import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type DemoAccount, demoFiles, type Platform, readEnrolmentSecrets } from '@holdfast/server'
import { type DemoCustomer, demoCustomers, demoPassword } from './demo-customers.ts'
import { demoDeviceUsers, hasLeft } from './fill-account.ts'

/** Maximum number of device users per customer that are offered for enrolling a handset of your own. */
const maxOffered = 5

/** Writes the files of `demoFiles`, readable by their owner only: they contain passwords, and enrolment secrets as handsets do. */
export const writeDemoFiles = async ({
  database,
  keys,
  settings,
}: Pick<Platform, 'database' | 'keys' | 'settings'>): Promise<void> => {
  const handsets = []
  const accounts = []
  for (const customer of demoCustomers) {
    const { client } = customer
    const secrets = await database.read(client, (tx) => readEnrolmentSecrets(tx, keys))
    if (secrets === null) continue // the account was closed: omit its handsets
    const { enrolment_secret } = secrets.current
    handsets.push(...simulatedHandsets(customer).map((handset) => ({ client, enrolment_secret, ...handset })))
    const device_user_references = withoutHandset(customer)
    if (device_user_references.length > 0) accounts.push({ client, enrolment_secret, device_user_references })
  }
  const files = demoFiles(settings.home)
  await writePrivately(files.accounts, demoAccounts)
  await writePrivately(files.fleet, { handsets })
  await writePrivately(files.enrolment, { origin: settings.origin, accounts })
}

const demoAccounts: readonly DemoAccount[] = demoCustomers.flatMap(({ client, people }) =>
  people.map(({ user_reference, about }) => ({
    portal: client === 'admin' ? 'admin' : 'client',
    client,
    user: user_reference,
    password: demoPassword,
    role: about,
  })),
)

const simulatedHandsets = (customer: DemoCustomer) => {
  const people = demoDeviceUsers(customer)
  return customer.handsets.map((number) => ({
    device_user_reference: people[number]?.device_user_reference,
    device_reference: `${customer.client.slice(0, 2).toUpperCase()}-SIM-${String(number).padStart(4, '0')}`,
    city: customer.locale === 'pt-BR' ? 'sao-paulo' : 'london',
  }))
}

const withoutHandset = (customer: DemoCustomer): string[] =>
  demoDeviceUsers(customer)
    .filter((_, number) => !customer.handsets.includes(number) && !hasLeft(number))
    .slice(0, maxOffered)
    .map(({ device_user_reference }) => device_user_reference)

const writePrivately = async (file: string, content: object): Promise<void> => {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  await writeFile(file, JSON.stringify(content, null, 2), { mode: 0o600 })
}
