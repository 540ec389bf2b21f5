import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { readEnrolmentSecret } from '../modules/clients/index.ts'
import type { Platform } from '../platform/platform.ts'
import { demoCustomers } from './demo-customers.ts'
import { demoDeviceUsers } from './fill-account.ts'
import { fleetFile } from './fleet-file-place.ts'

/** Tells the fleet its handsets. Holds enrolment secrets, as the handsets themselves do. */
export const writeFleetFile = async ({
  database,
  keys,
  settings,
}: Pick<Platform, 'database' | 'keys' | 'settings'>): Promise<void> => {
  const handsets = []
  for (const customer of demoCustomers) {
    const enrolment_secret = await database.read(customer.client, (tx) => readEnrolmentSecret(tx, keys))
    if (enrolment_secret === null) continue // somebody closed the account: its handsets stay off
    const people = demoDeviceUsers(customer)
    for (const number of customer.handsets) {
      const { client } = customer
      const device_user_reference = people[number]?.device_user_reference
      const device_reference = `${client.slice(0, 2).toUpperCase()}-SIM-${String(number).padStart(4, '0')}`
      const city = customer.locale === 'pt-BR' ? 'sao-paulo' : 'london'
      handsets.push({ client, enrolment_secret, device_user_reference, device_reference, city })
    }
  }
  const file = fleetFile(settings.home)
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  await writeFile(file, JSON.stringify({ handsets }, null, 2), { mode: 0o600 })
}
