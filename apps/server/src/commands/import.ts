import { parseArgs } from 'node:util'
import { MigrationFolder } from '@holdfast/contract'
import { Check } from 'typebox/value'
import { openPlatform } from '../core/open-platform.ts'
import { importFolder } from '../modules/migrations/index.ts'
import { currentTermsVersion } from '../modules/session/index.ts'
import type { Settings } from '../platform/settings/index.ts'
import { asUsageError } from './client-problems.ts'
import { withDatabase } from './required-database.ts'
import { UsageError } from './usage-error.ts'

const usage = 'holdfast import <client> <folder> --source <name> [--name <name>] [--time-zone <zone>] [--dry-run]'

const options = {
  source: { type: 'string' },
  name: { type: 'string' },
  'time-zone': { type: 'string', default: 'UTC' },
  'dry-run': { type: 'boolean', default: false },
} as const

/** `holdfast import`: uploads an export of a legacy platform from this machine, sealed, and starts its migration. */
export async function importExport(settings: Settings, args: string[]): Promise<void> {
  const { client, ...run } = read(args)
  const platform = await openPlatform({ settings: withDatabase(settings), termsVersion: currentTermsVersion })
  try {
    if (!(await platform.clients.find(client))) throw new UsageError(`There is no account ${client}`)
    const { migration_id, files } = await importFolder(platform, { client, ...run })
    console.log(`Uploaded files: ${files}. Workers do the migration ${migration_id}; the portal shows how far it is.`)
  } catch (error) {
    throw asUsageError(error)
  } finally {
    await platform.close()
  }
}

const read = (args: string[]) => {
  const { values, positionals } = parsed(args)
  const [client, from, ...rest] = positionals
  const { source, name = source, 'time-zone': time_zone, 'dry-run': is_dry_run } = values
  if (client === undefined || from === undefined || rest.length > 0) throw new UsageError(usage)
  if (!Check(MigrationFolder, source) || !Check(MigrationFolder, name)) {
    throw new UsageError(`--source and --name have letters, digits, - and _ only\n${usage}`)
  }
  return { client, from, folder: name, source, time_zone, is_dry_run }
}

const parsed = (args: string[]) => {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n${usage}`)
  }
}
