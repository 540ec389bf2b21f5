import { parseArgs } from 'node:util'
import { recordForProvider } from '../backup/provider-trail.ts'
import { type RestoredCopy, restoreBackup } from '../backup/restore-backup.ts'
import type { Settings } from '../platform/settings/index.ts'
import { UsageError } from './usage-error.ts'

const usage =
  'holdfast restore <backup> --home <new home> [--journal <objects address>] [--keys file:/path/to/master.key]'
const help = `${usage}

Restores a backup of "holdfast backup" to a new home, and checks each file of it. The copy is quiet: it sends nothing, destroys nothing
and takes nothing from handsets until "holdfast resume".

  --home      a folder that is empty or does not exist
  --journal   OBJECTS_URL of the live object store, or of a later copy of it: what was destroyed after the backup is destroyed again.
              Without it, recordings that were destroyed since are back.
  --keys      the master key, if the backup does not have it; otherwise KEYS_URL

The exit code is 0 when everything was restored, 1 when it failed and nothing was kept, 2 for wrong arguments.`

interface Options {
  backup: string
  home: string
  journalUrl: string | null
  keysUrl: string | undefined
}

/** `holdfast restore <backup> --home <new home>`. */
export const restore = async (settings: Settings, args: string[]): Promise<void> => {
  if (args.includes('--help') || args.includes('-h')) return console.log(help)
  const { keysUrl = settings.keysUrl, ...options } = optionsFrom(args)
  const copy = await restoreBackup({ ...options, keysUrl, tell: console.log })
  try {
    await recordForProvider(copy.platform, 'restore', 'installation.restored', detailsOf(copy, options))
  } finally {
    await copy.close()
  }
  for (const line of summary(copy, options)) console.log(line)
}

const detailsOf = ({ manifest, replayed }: RestoredCopy, { journalUrl }: Pick<Options, 'journalUrl'>) => ({
  database_at: manifest.database_at,
  has_journal: journalUrl !== null,
  batches_replayed: replayed,
})

const summary = ({ manifest, replayed }: RestoredCopy, { home, journalUrl }: Omit<Options, 'keysUrl'>): string[] => [
  `Installation ${manifest.installation_id} is restored in ${home}, as of ${manifest.database_at}.`,
  journalUrl === null
    ? 'Without --journal it is not known what was destroyed since: such recordings are back.'
    : `Destroyed again, as the journal says: ${replayed} batches.`,
  `It is quiet. Start it with HOLDFAST_HOME=${home}, look at it, and take it into use with "holdfast resume".`,
]

const optionsFrom = (args: string[]): Options => {
  try {
    const text = { type: 'string' } as const
    const { values, positionals } = parseArgs({
      args,
      options: { home: text, journal: text, keys: text },
      allowPositionals: true,
    })
    const [backup, ...rest] = positionals
    if (!backup || !values.home || rest.length > 0) throw new UsageError(usage)
    return { backup, home: values.home, journalUrl: values.journal ?? null, keysUrl: values.keys }
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(`${(error as Error).message}\n${usage}`)
  }
}
