import { createHash, randomBytes } from 'node:crypto'
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'
import { machineFolder } from './machine-folder.ts'
import { type Account, canReach, postgresAccount } from './postgres-account.ts'
import { StartFailure } from './start-failure.ts'

/** Where an installation keeps its PostgreSQL: `folder` belongs to the account and contains the data and the socket. */
export type PostgresLocation = { folder: string; data: string; password: string; account: Account | undefined }

/** `is_set_up` is missing in records of older versions. Their database has been set up. */
type LocationRecord = { folder: string; password: string; is_set_up?: boolean }

/**
 * The location of the database that belongs to `home`. It is decided at the first start and stored in `home/postgres.json`
 * (0600: it contains the owner's password), so that a later start as another user never begins with an empty database.
 */
export function postgresLocation(home: string): PostgresLocation {
  const record = recordOf(home)
  embeddedDatabaseState(home)
  mkdirSync(home, { recursive: true, mode: 0o711 })
  const stored = existsSync(record) ? readLocation(record) : createLocation(realpathSync(home), record)
  const data = path.join(stored.folder, 'data')
  const account = postgresAccount(data)
  mkdirSync(stored.folder, { recursive: true, mode: 0o700 })
  if (account) chownSync(stored.folder, account.uid, account.gid)
  return { ...stored, data, account }
}

/**
 * Whether `home` has a database already. Creates nothing.
 * @throws StartFailure one line, when there was a database and a part of it is missing
 */
export function embeddedDatabaseState(home: string): 'new' | 'stopped' {
  const record = recordOf(home)
  if (!existsSync(record)) {
    const folder = folderFor(existsSync(home) ? realpathSync(home) : home)
    if (!existsSync(path.join(folder, 'data'))) return 'new'
    throw new StartFailure(
      `${record} is missing, and with it the password of the database in ${folder}: restore it from a backup, or correct HOLDFAST_HOME.`,
    )
  }
  const { folder, is_set_up } = readLocation(record)
  const data = path.join(folder, 'data')
  if (existsSync(data)) return 'stopped'
  if (is_set_up === false) return 'new'
  throw new StartFailure(`The database in ${data} is missing: restore it from a backup, or correct HOLDFAST_HOME.`)
}

/** Records that the database is set up: from now on a missing data folder is a loss, not a first start. */
export function recordSetUp(home: string): void {
  const record = recordOf(home)
  const stored = readLocation(record)
  if (stored.is_set_up === false) writeDurably(record, JSON.stringify({ ...stored, is_set_up: true }))
}

/** The password of the owner, which a backup of the database needs. */
export const ownerPasswordOf = (home: string): string => readLocation(recordOf(home)).password

/** Records that the data folder of `home` was restored, with the password of the owner in that backup. */
export function recordRestored(home: string, password: string): void {
  const record = recordOf(home)
  writeDurably(record, JSON.stringify({ ...readLocation(record), password, is_set_up: true }))
}

const recordOf = (home: string): string => path.join(home, 'postgres.json')

function folderFor(home: string): string {
  const inside = path.join(home, 'postgres')
  const account = postgresAccount(path.join(inside, 'data'))
  const id = createHash('sha256').update(home).digest('hex').slice(0, 16)
  return !account || canReach(account, home) ? inside : machineFolder(account, id)
}

function createLocation(home: string, record: string): LocationRecord {
  const stored = { folder: folderFor(home), password: randomBytes(24).toString('base64url'), is_set_up: false }
  writeDurably(record, JSON.stringify(stored))
  return stored
}

function readLocation(record: string): LocationRecord {
  try {
    return JSON.parse(readFileSync(record, 'utf8')) as LocationRecord
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    throw new StartFailure(
      code === 'EACCES'
        ? `${record} belongs to another account: start Holdfast as the account that started it first.`
        : `${record} cannot be read (${code ?? 'it is not JSON'}): restore it from a backup.`,
    )
  }
}

/** Writes a private file (0600) atomically: after a power cut the text is there completely or not at all. */
function writeDurably(file: string, text: string): void {
  const unfinished = `${file}.${process.pid}`
  const descriptor = openSync(unfinished, 'w', 0o600)
  writeSync(descriptor, text)
  fsyncSync(descriptor)
  closeSync(descriptor)
  renameSync(unfinished, file)
  const folder = openSync(path.dirname(file), 'r')
  fsyncSync(folder)
  closeSync(folder)
}
