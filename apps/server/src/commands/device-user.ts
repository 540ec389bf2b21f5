import { parseArgs } from 'node:util'
import { DeviceUserReference } from '@holdfast/contract'
import { Check } from 'typebox/value'
import { recordProductActivity } from '../core/activities/product-activity.ts'
import { openPlatform } from '../core/open-platform.ts'
import { addDeviceUser, type NewDeviceUser } from '../modules/device-users/index.ts'
import { currentTermsVersion } from '../modules/session/index.ts'
import type { Settings } from '../platform/settings/index.ts'
import { asUsageError } from './client-problems.ts'
import { withDatabase } from './required-database.ts'
import { UsageError } from './usage-error.ts'

const usage = `holdfast device-user create <client> <reference> --group <group> --services calls,sms,…
  --email <address> --first-name <name> --surname <name> [--expected-devices <number>]`

const options = {
  group: { type: 'string' },
  services: { type: 'string' },
  email: { type: 'string' },
  'first-name': { type: 'string' },
  surname: { type: 'string' },
  'expected-devices': { type: 'string', default: '1' },
} as const

const required = ['group', 'services', 'email', 'first-name', 'surname'] as const

/** `holdfast device-user create`: adds a device user to an account. That person's handsets can then authenticate. */
export async function deviceUser(settings: Settings, args: string[]): Promise<void> {
  const { client, user } = read(args)
  const platform = await openPlatform({ settings: withDatabase(settings), termsVersion: currentTermsVersion })
  try {
    if (!(await platform.clients.find(client))) throw new UsageError(`There is no account ${client}`)
    await platform.database.transaction(client, async (tx) => {
      await addDeviceUser(tx, user, 'system')
      const { device_user_reference, group } = user
      const details = { device_user_reference, group }
      await recordProductActivity(tx, {
        call: 'COMMAND device-user create',
        event: 'device_user.onboarded',
        details,
      })
    })
  } catch (error) {
    if ((error as { code?: string }).code === '23505') {
      throw new UsageError(`<reference>: ${client} has a device user ${user.device_user_reference} already`)
    }
    throw asUsageError(error)
  } finally {
    await platform.close()
  }
  console.log(`${client} has the device user ${user.device_user_reference} in ${user.group}.`)
}

/** Does not validate the fields: `addDeviceUser` does. */
const read = (args: string[]): { client: string; user: NewDeviceUser } => {
  const { values, positionals } = parsed(args)
  const [verb, client, device_user_reference, ...rest] = positionals
  if (
    verb !== 'create' ||
    client === undefined ||
    !Check(DeviceUserReference, device_user_reference) ||
    rest.length > 0
  ) {
    throw new UsageError(usage)
  }
  const missing = required.filter((option) => values[option] === undefined)
  if (missing.length > 0) throw new UsageError(missing.map((option) => `--${option} is missing`).join('\n'))
  const user = {
    device_user_reference,
    group: values.group,
    services: values.services?.split(','),
    email: values.email,
    first_name: values['first-name'],
    surname: values.surname,
    expected_device_count: Number(values['expected-devices']),
  }
  return { client, user: user as NewDeviceUser }
}

const parsed = (args: string[]) => {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n${usage}`)
  }
}
