import { ProductError } from '@holdfast/contract'
import { openPlatform } from '../core/open-platform.ts'
import { unlockAccount } from '../modules/account-defaults/index.ts'
import { currentTermsVersion } from '../modules/session/index.ts'
import type { Settings } from '../platform/settings/index.ts'
import { withDatabase } from './required-database.ts'
import { UsageError } from './usage-error.ts'

const usage = 'holdfast account unlock <client>'

/** `holdfast account unlock <client>`: lifts the account's network ranges, recorded on the account's and provider's trails. */
export async function account(settings: Settings, args: string[]): Promise<void> {
  const [verb, client, ...rest] = args
  if (verb !== 'unlock' || client === undefined || rest.length > 0) throw new UsageError(usage)
  const lifted = await unlock(settings, client)
  console.log(
    lifted === null
      ? `The account ${client} is not limited to any network. Nothing was changed.`
      : `The account ${client} can be used from every network again. It was limited to ${lifted.join(', ')}.`,
  )
}

const unlock = async (settings: Settings, client: string): Promise<string[] | null> => {
  const platform = await openPlatform({ settings: withDatabase(settings), termsVersion: currentTermsVersion })
  try {
    return await unlockAccount(platform, client)
  } catch (error) {
    const isUnknown = error instanceof ProductError && error.code === 'request.not_found'
    throw isUnknown ? new UsageError(`There is no account ${client}`) : error
  } finally {
    await platform.close()
  }
}
