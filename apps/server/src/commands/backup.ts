import { parseArgs } from 'node:util'
import { makeBackup } from '../backup/make-backup.ts'
import type { Settings } from '../platform/settings/index.ts'
import { UsageError } from './usage-error.ts'

const usage = 'holdfast backup <folder> [--with-keys]'
const help = `${usage}

Copies the embedded database and object folder of HOLDFAST_HOME, and the journal of destructions, to a new folder. Holdfast may run
meanwhile. The folder is a backup once it has a manifest.json.

  --with-keys   also copies the master key. Otherwise keep the key elsewhere: without it, nothing of a backup can be opened.

The exit code is 0 when the backup is complete, 1 when it failed, 2 for wrong arguments.`

/** `holdfast backup <folder>`. */
export const backup = async (settings: Settings, args: string[]): Promise<void> => {
  if (args.includes('--help') || args.includes('-h')) return console.log(help)
  const { folder, withKeys } = optionsFrom(args)
  const { files, bytes, database_at, master_key } = await makeBackup(settings, { folder, withKeys, tell: console.log })
  console.log(
    `The backup in ${folder} is complete: ${files} files, ${Math.round(bytes / 1e6)} MB, as of ${database_at}.`,
  )
  console.log(
    withKeys
      ? 'It has the master key: whoever has it can open every recording.'
      : `It does not have the master key (fingerprint ${master_key}). Keep the key elsewhere: without it the backup is useless.`,
  )
}

const optionsFrom = (args: string[]): { folder: string; withKeys: boolean } => {
  try {
    const options = { 'with-keys': { type: 'boolean', default: false } } as const
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    const [folder, ...rest] = positionals
    if (folder === undefined || folder === '' || rest.length > 0) throw new UsageError(usage)
    return { folder, withKeys: values['with-keys'] }
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(`${(error as Error).message}\n${usage}`)
  }
}
