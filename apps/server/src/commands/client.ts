import { type CreatedClient, calls, type NewClient } from '@holdfast/contract'
import { recordProductActivity } from '../core/activities/product-activity.ts'
import { openPlatform } from '../core/open-platform.ts'
import { describeClient, setUpAccount } from '../modules/clients/index.ts'
import { currentTermsVersion } from '../modules/session/index.ts'
import { inputCheck } from '../platform/http/index.ts'
import type { Settings } from '../platform/settings/index.ts'
import { accountFrom } from './client-options.ts'
import { asUsageError } from './client-problems.ts'
import { withDatabase } from './required-database.ts'

/** `holdfast client create`: opens an account, as `POST /clients` does. It can also open the provider's own account, `admin`. */
export async function client(settings: Settings, args: string[]): Promise<void> {
  const account = checked(await accountFrom(args))
  const created = await create(settings, account)
  for (const line of output(account, created)) console.log(line)
}

/** Validates by the schema of the call. */
const checked = (account: unknown): NewClient => {
  try {
    return inputCheck(calls.createClient)({ params: {}, query: {}, body: account }).body as NewClient
  } catch (error) {
    throw asUsageError(error)
  }
}

const create = async (settings: Settings, account: NewClient): Promise<CreatedClient> => {
  const platform = await openPlatform({ settings: withDatabase(settings), termsVersion: currentTermsVersion })
  try {
    return await platform.database.transaction(account.client, async (tx) => {
      const created = await setUpAccount(tx, platform, account)
      const details = describeClient(account, created)
      await recordProductActivity(tx, { call: 'COMMAND client create', event: 'client.created', details })
      return created
    })
  } catch (error) {
    throw asUsageError(error)
  } finally {
    await platform.close()
  }
}

const output = (
  { name, administrator }: NewClient,
  { client: identifier, key_id, enrolment_secret, administrator_password }: CreatedClient,
): string[] => [
  `The account ${identifier} (${name}) is open. What is secret here is told this once.`,
  `  key_id                  ${key_id}`,
  `  enrolment_secret        ${enrolment_secret}`,
  ...(administrator ? [`  administrator           ${administrator.user_reference}`] : []),
  ...(administrator_password === null ? [] : [`  administrator_password  ${administrator_password}`]),
]
