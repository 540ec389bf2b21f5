import { createHash } from 'node:crypto'
import { chownSync, lstatSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { PostgresLocation } from './postgres-location.ts'
import { StartFailure } from './start-failure.ts'

/** The path of a Unix socket can have 107 bytes on Linux and 103 on macOS, including `/.s.PGSQL.5432`. */
const maxFolderBytes = 103 - '/.s.PGSQL.5432'.length

/**
 * The folder of PostgreSQL's socket: beside the data, or in the temporary folder if that path is too long. It is the same at
 * every start, so that a URL stays valid when PostgreSQL is restarted.
 */
export function makeSocketFolder(location: PostgresLocation): string {
  const inside = path.join(location.folder, 'run')
  const id = createHash('sha256').update(location.folder).digest('hex').slice(0, 16)
  const folder = Buffer.byteLength(inside) <= maxFolderBytes ? inside : path.join(tmpdir(), `holdfast-${id}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const found = lstatSync(folder)
  const ours = [process.getuid?.(), location.account?.uid]
  // In the temporary folder another user could have created it first, and could answer in place of PostgreSQL.
  if (!found.isDirectory() || !ours.includes(found.uid)) {
    throw new StartFailure(`${folder} belongs to somebody else: remove it.`)
  }
  if (location.account) chownSync(folder, location.account.uid, location.account.gid)
  return folder
}
