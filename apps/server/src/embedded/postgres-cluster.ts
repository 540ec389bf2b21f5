import { execFile } from 'node:child_process'
import { chownSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import type { PostgresLocation } from './postgres-location.ts'
import { StartFailure } from './start-failure.ts'

const run = promisify(execFile)

/** The owner of everything in the embedded database. The product itself works as a role with fewer rights. */
export const ownerName = 'holdfast'

/**
 * Creates the data folder at the first start: UTF-8 sorted by bytes (C.UTF-8: the same order on every machine, and indexes
 * survive a new libc), with data checksums, and a password for every connection. The folder is renamed into place when it
 * is complete.
 */
export async function ensureCluster(initdb: string, location: PostgresLocation, durable: boolean): Promise<void> {
  for (const name of readdirSync(location.folder)) {
    if (name.startsWith('unfinished-')) rmSync(path.join(location.folder, name), { recursive: true })
  }
  const unfinished = path.join(location.folder, `unfinished-${process.pid}`)
  const passwordFile = `${unfinished}-password`
  writeFileSync(passwordFile, location.password, { mode: 0o600 })
  if (location.account) chownSync(passwordFile, location.account.uid, location.account.gid)
  const choices = [
    ...['--pgdata', unfinished, '--username', ownerName, '--pwfile', passwordFile, '--auth', 'scram-sha-256'],
    ...['--encoding', 'UTF8', '--locale', 'C.UTF-8', '--data-checksums', ...(durable ? [] : ['--no-sync'])],
  ]
  try {
    await run(initdb, choices, { ...location.account, cwd: '/', env: { LC_ALL: 'C', TZ: 'UTC' } })
    renameSync(unfinished, location.data)
  } catch (error) {
    throw new StartFailure(`The embedded PostgreSQL could not be set up in ${location.folder}: ${reason(error)}`)
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
