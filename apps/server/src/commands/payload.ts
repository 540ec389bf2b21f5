import { parseArgs } from 'node:util'
import { openPlatform } from '../core/open-platform.ts'
import { rescanQuarantined } from '../modules/processing/index.ts'
import { currentTermsVersion } from '../modules/session/index.ts'
import type { Settings } from '../platform/settings/index.ts'
import { withDatabase } from './required-database.ts'
import { UsageError } from './usage-error.ts'

const usage = 'holdfast payload rescan <client> [--failure <reason>]'

/** `holdfast payload rescan`: scans quarantined recordings of an account again, all of them or only the ones with a certain reason. */
export async function payload(settings: Settings, args: string[]): Promise<void> {
  const { client, failure } = read(args)
  const platform = await openPlatform({ settings: withDatabase(settings), termsVersion: currentTermsVersion })
  try {
    if (!(await platform.clients.find(client))) throw new UsageError(`There is no account ${client}`)
    const count = await rescanQuarantined(platform.database, client, failure)
    console.log(
      count === 0
        ? `${client} has no such recordings in quarantine. Nothing was changed.`
        : `Recordings of ${client} that are scanned again: ${count}. Workers do it as soon as they can.`,
    )
  } finally {
    await platform.close()
  }
}

const read = (args: string[]): { client: string; failure: string | null } => {
  const { values, positionals } = parsed(args)
  const [verb, client, ...rest] = positionals
  if (verb !== 'rescan' || client === undefined || rest.length > 0) throw new UsageError(usage)
  return { client, failure: values.failure ?? null }
}

const parsed = (args: string[]) => {
  try {
    return parseArgs({ args, options: { failure: { type: 'string' } }, allowPositionals: true })
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n${usage}`)
  }
}
