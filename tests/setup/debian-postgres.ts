import { execFile } from 'node:child_process'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { postgresAccount } from '../../apps/server/src/embedded/postgres-account.ts'
import { needDebianPackages } from './debian-packages.ts'
import { startPart, untilReady } from './loopback.ts'

const binaries = '/usr/lib/postgresql/15/bin'
const password = 'superuser'

/** Starts Debian's PostgreSQL 15, the oldest supported version, in a temporary folder. */
export const startDebianPostgres = async (): Promise<{ url: string; stop(): Promise<void> }> => {
  await needDebianPackages(`${binaries}/initdb`, ['postgresql-15'])
  const folder = await mkdtemp(path.join(tmpdir(), 'holdfast-pg15-'))
  const account = postgresAccount(folder)
  const passwordFile = path.join(folder, 'password')
  await writeFile(passwordFile, password)
  if (account) for (const file of [folder, passwordFile]) await chown(file, account.uid, account.gid)
  const data = path.join(folder, 'data')
  const choices = ['--username', 'super', '--pwfile', passwordFile, '--auth', 'scram-sha-256', '--no-sync']
  await promisify(execFile)(`${binaries}/initdb`, ['--pgdata', data, ...choices], { ...account, cwd: '/' })
  const settings = ['listen_addresses=', `unix_socket_directories=${folder}`, 'fsync=off', 'max_connections=100']
  const server = startPart(
    `${binaries}/postgres`,
    ['-D', data, ...settings.flatMap((setting) => ['-c', setting])],
    account,
  )
  const url = `postgres://super:${password}@localhost/postgres?host=${encodeURIComponent(folder)}`
  const stop = async (): Promise<void> => {
    await server.stop('SIGINT')
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await untilReady(server, () => answers(url))
  } catch (error) {
    await stop()
    throw error
  }
  return { url, stop }
}

const answers = async (url: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    return true
  } finally {
    await client.end()
  }
}
