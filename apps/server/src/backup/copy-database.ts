import { access } from 'node:fs/promises'
import path from 'node:path'
import { Client } from 'pg'
import { CommandFailure } from '../commands/command-failure.ts'
import type { BackupWriter } from './backup-writer.ts'
import { walk } from './copied-file.ts'
import { type Counts, countedTables } from './manifest.ts'

/** PostgreSQL makes these anew at its start. Their folders have to exist. */
const contentsLeftOut = [
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]
const filesLeftOut = ['postmaster.pid', 'postmaster.opts', 'backup_label', 'tablespace_map']

const leavesOut = (found: string): boolean => {
  const name = path.posix.basename(found)
  return (
    filesLeftOut.includes(found) ||
    contentsLeftOut.includes(path.posix.dirname(found)) ||
    name.startsWith('pgsql_tmp') ||
    name.startsWith('pg_internal.init')
  )
}

export interface CopiedDatabase {
  /** The moment whose state it restores. */
  database_at: string
  postgres_version: string
  counts: { at_least: Counts; at_most: Counts }
}

/**
 * Copies a running PostgreSQL by its low-level backup API: the data folder as it is while others write to it, and the write-ahead log
 * from the beginning to the end of the copying, from which PostgreSQL makes a consistent state at its first start.
 * @param url of its owner, a superuser
 */
export const copyDatabase = async (url: string, data: string, writer: BackupWriter): Promise<CopiedDatabase> => {
  // The end of this connection ends the backup in PostgreSQL, too, however this process ends.
  const owner = new Client({ connectionString: url, keepAlive: true })
  owner.on('error', () => undefined)
  await owner.connect()
  try {
    await refuseTablespaces(owner)
    // Keeps the write-ahead log that the backup needs, for as long as this connection lasts.
    await owner.query('select pg_create_physical_replication_slot($1, true, true)', [`holdfast_backup_${process.pid}`])
    const at_least = await countRows(owner)
    await owner.query(`select pg_backup_start('holdfast backup', true)`)
    await writer.addTree(data, 'data', leavesOut)
    const { rows } = await owner.query<{ label: string; last: string; version: string; stopped_at: Date }>(
      `select labelfile as label, pg_walfile_name(lsn) as last, current_setting('server_version') as version,
        clock_timestamp() as stopped_at from pg_backup_stop(false)`,
    )
    const [stopped] = rows
    const first = /^START WAL LOCATION: .*\(file ([0-9A-F]{24})\)$/m.exec(stopped?.label ?? '')?.[1]
    if (!stopped || first === undefined)
      throw new Error('PostgreSQL did not say which write-ahead log the backup needs')
    await copyWal(path.join(data, 'pg_wal'), first, stopped.last, writer)
    await writer.addText('data/backup_label', stopped.label)
    const at_most = await countRows(owner)
    return {
      database_at: new Date(stopped.stopped_at).toISOString(),
      postgres_version: stopped.version.split('.')[0] ?? '',
      counts: { at_least, at_most },
    }
  } finally {
    await owner.end()
  }
}

const refuseTablespaces = async (owner: Client): Promise<void> => {
  const { rowCount } = await owner.query(`select from pg_tablespace where spcname not in ('pg_default', 'pg_global')`)
  if (rowCount !== 0)
    throw new CommandFailure('The database has tablespaces of its own, which this command can not copy.')
}

export const countRows = async (owner: Client): Promise<Counts> => {
  const counts = countedTables.map((table) => `(select count(*) from app.${table}) as ${table}`)
  const { rows } = await owner.query<Record<keyof Counts, string>>(`select ${counts.join(', ')}`)
  return Object.fromEntries(countedTables.map((table) => [table, Number(rows[0]?.[table])])) as Counts
}

/** Copies the segments from the first to the last, which is complete: the end of a backup begins another one. */
const copyWal = async (folder: string, first: string, last: string, writer: BackupWriter): Promise<void> => {
  let copied = 0
  for await (const { path: name, isFolder } of walk(folder, () => false)) {
    if (isFolder) await writer.addFolder(`data/pg_wal/${name}`)
    const isNeeded = /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last
    if (!isNeeded && !/^[0-9A-F]{8}\.history$/.test(name)) continue
    if ((await writer.addFile(path.join(folder, name), `data/pg_wal/${name}`)) && isNeeded) copied += 1
  }
  const needed = numberOf(last) - numberOf(first) + 1
  if (copied !== needed) throw new Error(`${copied} of ${needed} segments of the write-ahead log were there`)
}

/** The running number of a segment of 16 MiB, of which 256 have the same second part of the name. */
const numberOf = (segment: string): number =>
  Number.parseInt(segment.slice(8, 16), 16) * 256 + Number.parseInt(segment.slice(16), 16)

export const exists = (place: string): Promise<boolean> =>
  access(place).then(
    () => true,
    () => false,
  )
