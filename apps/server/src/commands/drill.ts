import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { reportLines, runDrill } from '../backup/drill.ts'
import type { Settings } from '../platform/settings/index.ts'
import { CommandFailure } from './command-failure.ts'
import { UsageError } from './usage-error.ts'

const usage = `holdfast drill <backup> [--recordings 20] [--journal <objects address>] [--keys file:/path/to/master.key]
                       [--report <file>]`
const help = `${usage}

Restores a backup of "holdfast backup" to a temporary folder (TMPDIR), compares files and numbers of rows with its manifest, opens
recordings from end to end, proves that destroyed recordings can't be opened, and removes the folder. Nothing leaves the copy.

  --recordings  how many recordings, drawn at random, are opened
  --journal     OBJECTS_URL of the live object store: what was destroyed after the backup
  --keys        the master key, if the backup does not have it; otherwise KEYS_URL
  --report      where the signed report is written; otherwise holdfast-drill-<time>.json in this folder

The exit code is 0 when everything is right, 1 otherwise, 2 for wrong arguments.`

/** `holdfast drill <backup>`. */
export const drill = async (settings: Settings, args: string[]): Promise<void> => {
  if (args.includes('--help') || args.includes('-h')) return console.log(help)
  const { keysUrl = settings.keysUrl, reportFile, ...options } = optionsFrom(args)
  const { report, signed } = await runDrill({ ...options, keysUrl, tell: console.log })
  const file = reportFile ?? `holdfast-drill-${report.ended_at.replace(/[:.]/g, '-')}.json`
  await writeFile(file, `${JSON.stringify({ report, ...signed }, null, 2)}\n`, { flag: 'wx', mode: 0o600 })
  for (const line of reportLines(report)) console.log(line)
  console.log(`The signed report is in ${file}.`)
  if (!report.passed) throw new CommandFailure('The backup does not restore what it should.')
}

interface Options {
  backup: string
  recordings: number
  journalUrl: string | null
  keysUrl: string | undefined
  reportFile: string | undefined
}

const optionsFrom = (args: string[]): Options => {
  try {
    const text = { type: 'string' } as const
    const { values, positionals } = parseArgs({
      args,
      options: { recordings: { type: 'string', default: '20' }, journal: text, keys: text, report: text },
      allowPositionals: true,
    })
    const [backup, ...rest] = positionals
    if (!backup || rest.length > 0 || !/^\d{1,5}$/.test(values.recordings)) throw new UsageError(usage)
    return {
      backup,
      recordings: Number(values.recordings),
      journalUrl: values.journal ?? null,
      keysUrl: values.keys,
      reportFile: values.report,
    }
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(`${(error as Error).message}\n${usage}`)
  }
}
