import { execFile } from 'node:child_process'
import { chownSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Place } from './postgres-place.ts'
import { StartFailure } from './start-failure.ts'

const run = promisify(execFile)

/** The owner of everything in the embedded database. The product itself works as a role with fewer rights. */
export const ownerName = 'holdfast'

/**
 * Creates the data folder at the first start: UTF-8 sorted by bytes (C.UTF-8: the same order on every machine, and indexes
 * survive a new libc), with data checksums, and a password for every connection. The folder is renamed into place when it
 * is complete.
 */
export async function ensureCluster(initdb: string, place: Place, durable: boolean): Promise<void> {
  for (const name of readdirSync(place.folder)) {
    if (name.startsWith('unfinished-')) rmSync(path.join(place.folder, name), { recursive: true })
  }
  const unfinished = path.join(place.folder, `unfinished-${process.pid}`)
  const passwordFile = `${unfinished}-password`
  writeFileSync(passwordFile, place.password, { mode: 0o600 })
  if (place.account) chownSync(passwordFile, place.account.uid, place.account.gid)
  const choices = [
    ...['--pgdata', unfinished, '--username', ownerName, '--pwfile', passwordFile, '--auth', 'scram-sha-256'],
    ...['--encoding', 'UTF8', '--locale', 'C.UTF-8', '--data-checksums', ...(durable ? [] : ['--no-sync'])],
  ]
  try {
    await run(initdb, choices, { ...place.account, cwd: '/', env: { LC_ALL: 'C', TZ: 'UTC' } })
    renameSync(unfinished, place.data)
  } catch (error) {
    throw new StartFailure(`The embedded PostgreSQL could not be set up in ${place.folder}: ${reason(error)}`)
  } finally {
    rmSync(passwordFile, { force: true })
    rmSync(unfinished, { recursive: true, force: true })
  }
}

function reason(error: unknown): string {
  const { stderr, message } = error as { stderr?: string; message: string }
  const said = (stderr ?? '').split('\n').find((line) => /error|fatal/i.test(line))
  return (said ?? message).replace(/^initdb: error: /, '').split('\n')[0] ?? message
}
