import { createHash } from 'node:crypto'
import { chownSync, lstatSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Place } from './postgres-place.ts'
import { StartFailure } from './start-failure.ts'

/** A Unix socket's path may have 107 bytes on Linux and 103 on macOS, `/.s.PGSQL.5432` included. */
const maxFolderBytes = 103 - '/.s.PGSQL.5432'.length

/**
 * The folder of PostgreSQL's socket: beside the data, or among the temporary files where that path is too long. The
 * same at every start, so that an address stays good when PostgreSQL is started again.
 */
export function makeSocketFolder(place: Place): string {
  const inside = path.join(place.folder, 'run')
  const id = createHash('sha256').update(place.folder).digest('hex').slice(0, 16)
  const folder = Buffer.byteLength(inside) <= maxFolderBytes ? inside : path.join(tmpdir(), `holdfast-${id}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const found = lstatSync(folder)
  const ours = [process.getuid?.(), place.account?.uid]
  // Among temporary files somebody else could have been first, and would then answer in PostgreSQL's place.
  if (!found.isDirectory() || !ours.includes(found.uid)) {
    throw new StartFailure(`${folder} belongs to somebody else: remove it.`)
  }
  if (place.account) chownSync(folder, place.account.uid, place.account.gid)
  return folder
}
