import { createHash, randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readFileSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { machineFolder } from './machine-folder.ts'
import { type Account, canReach, postgresAccount } from './postgres-account.ts'
import { StartFailure } from './start-failure.ts'
import { writeDurably } from './write-durably.ts'

/** Where one installation keeps its PostgreSQL: `folder` is the account's own and holds data and socket. */
export type Place = { folder: string; data: string; password: string; account: Account | undefined }

type Placement = { folder: string; password: string }

/**
 * The place of the database that belongs to `home`, decided at the first start and remembered in `home/postgres.json`
 * (0600: it holds the owner's password), so that a later start as another user never begins an empty database.
 */
export function postgresPlace(home: string): Place {
  mkdirSync(home, { recursive: true, mode: 0o711 })
  const record = path.join(home, 'postgres.json')
  const placement = existsSync(record) ? readPlacement(record) : placeAnew(realpathSync(home), record)
  const data = path.join(placement.folder, 'data')
  const account = postgresAccount(data)
  mkdirSync(placement.folder, { recursive: true, mode: 0o700 })
  if (account) chownSync(placement.folder, account.uid, account.gid)
  return { ...placement, data, account }
}

function placeAnew(home: string, record: string): Placement {
  const inside = path.join(home, 'postgres')
  const account = postgresAccount(path.join(inside, 'data'))
  const id = createHash('sha256').update(home).digest('hex').slice(0, 16)
  const folder = !account || canReach(account, home) ? inside : machineFolder(account, id)
  if (existsSync(path.join(folder, 'data'))) {
    throw new StartFailure(`${record} is missing, so the password of the database in ${folder} is lost: restore it.`)
  }
  const placement = { folder, password: randomBytes(24).toString('base64url') }
  writeDurably(record, JSON.stringify(placement))
  return placement
}

function readPlacement(record: string): Placement {
  try {
    return JSON.parse(readFileSync(record, 'utf8')) as Placement
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    throw new StartFailure(
      code === 'EACCES'
        ? `${record} belongs to another account: start Holdfast as the account that started it first.`
        : `${record} cannot be read (${code ?? 'it is not JSON'}): restore it from a backup.`,
    )
  }
}
