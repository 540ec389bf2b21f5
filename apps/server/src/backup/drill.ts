import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { checkDestroyed } from '../modules/destruction/index.ts'
import { examineContent, findPayload, randomRecordings } from '../modules/payloads/index.ts'
import { type SignedDocument, signDocument } from '../platform/keys/index.ts'
import { version } from '../platform/version.ts'
import { type Counts, countedTables, type Manifest } from './manifest.ts'
import { type RestoredCopy, type RestoreOptions, removeHome, restoreBackup } from './restore-backup.ts'

export interface DrillOptions extends Omit<RestoreOptions, 'home'> {
  /** How many recordings are opened. */
  recordings: number
}

export interface DrillReport {
  format: 'holdfast-drill-1'
  product_version: string
  begun_at: string
  ended_at: string
  backup: Omit<Manifest, 'format' | 'counts'>
  /** Each file was compared with its SHA-256 when it was restored. */
  files_checked: number
  counts: { table: keyof Counts; at_least: number; at_most: number; restored: number }[]
  recordings: { asked: number; opened: number; damaged: { client: string; payload_reference: string; found: string }[] }
  destroyed: {
    has_live_journal: boolean
    batches: number
    recordings: number
    batches_replayed: number
    openable: string[]
  }
  passed: boolean
}

const purpose = 'reports of drills'

/**
 * Restores a backup to a folder of its own, looks whether everything is there, opens some recordings, and removes the folder again.
 * @throws CommandFailure if it can't be restored
 */
export const runDrill = async (options: DrillOptions): Promise<{ report: DrillReport; signed: SignedDocument }> => {
  const begun_at = new Date().toISOString()
  const home = await mkdtemp(path.join(tmpdir(), 'holdfast-drill-'))
  // PostgreSQL may run as another user, which has to reach its folder.
  await chmod(home, 0o711)
  try {
    const copy = await restoreBackup({ ...options, home })
    try {
      const report = await examine(copy, options, begun_at)
      return { report, signed: signDocument(copy.platform.keys, purpose, { ...report }) }
    } finally {
      await copy.close()
    }
  } finally {
    await removeHome(home)
  }
}

const examine = async (
  copy: RestoredCopy,
  { recordings: asked, journalUrl, tell }: DrillOptions,
  begun_at: string,
): Promise<DrillReport> => {
  const { format: _, counts: expected, ...backup } = copy.manifest
  const counts = countedTables.map((table) => ({
    table,
    at_least: expected.at_least[table],
    at_most: expected.at_most[table],
    restored: copy.counts[table],
  }))
  const destroyed = await checkDestroyed(copy.platform)
  tell('Opening recordings.')
  const recordings = await openSome(copy, asked)
  return {
    format: 'holdfast-drill-1',
    product_version: version,
    begun_at,
    ended_at: new Date().toISOString(),
    backup,
    files_checked: backup.files,
    counts,
    recordings,
    destroyed: { has_live_journal: journalUrl !== null, batches_replayed: copy.replayed, ...destroyed },
    passed:
      counts.every(({ at_least, at_most, restored }) => restored >= at_least && restored <= at_most) &&
      recordings.damaged.length === 0 &&
      destroyed.openable.length === 0,
  }
}

/** Unwraps, opens and hashes each of them whole. */
const openSome = async ({ platform }: RestoredCopy, asked: number): Promise<DrillReport['recordings']> => {
  const { signal } = new AbortController()
  const damaged: DrillReport['recordings']['damaged'] = []
  let opened = 0
  for (const { client, payload_reference } of await randomRecordings(platform.database, asked)) {
    const payload = await platform.database.read(client, (tx) => findPayload(tx, payload_reference))
    if (!payload) continue
    const { damage } = await examineContent(platform, payload, { signal })
    if (damage) damaged.push({ client, payload_reference, found: damage.found })
    else opened += 1
  }
  return { asked, opened, damaged }
}

/** The report in words. */
export const reportLines = ({ backup, counts, recordings, destroyed, ...report }: DrillReport): string[] => [
  `Backup of installation ${backup.installation_id} as of ${backup.database_at}: ${report.files_checked} files compared with their SHA-256.`,
  ...counts.map(({ table, at_least, at_most, restored }) => {
    const expected = at_least === at_most ? `${at_least}` : `${at_least} to ${at_most}`
    const isRight = restored >= at_least && restored <= at_most
    return `  ${table}: ${restored} rows, expected ${expected}${isRight ? '' : ': WRONG'}`
  }),
  `Recordings opened from end to end: ${recordings.opened} of ${recordings.opened + recordings.damaged.length}.`,
  ...recordings.damaged.map((one) => `  ${one.client} ${one.payload_reference}: DAMAGED (${one.found})`),
  destroyed.has_live_journal
    ? `Destroyed recordings, by the journal of the live store: ${destroyed.recordings}; destroyed again: ${destroyed.batches_replayed} batches.`
    : `Destroyed recordings, by the journal in the backup alone: ${destroyed.recordings}.`,
  destroyed.openable.length === 0
    ? 'None of them can be opened.'
    : `CAN BE OPENED AGAIN: ${destroyed.openable.join(', ')}`,
  report.passed ? 'The drill passed.' : 'THE DRILL FAILED.',
]
