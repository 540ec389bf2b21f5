import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { postgresBinaries } from './postgres-binaries.ts'
import { ensureCluster, ownerName } from './postgres-cluster.ts'
import { embeddedDatabaseState, type PostgresLocation, postgresLocation, recordSetUp } from './postgres-location.ts'
import { endOrphan } from './postgres-orphan.ts'
import { makeSocketFolder } from './socket-folder.ts'
import { StartFailure } from './start-failure.ts'

export type EmbeddedPostgres = {
  /** URL of the database for its owner, over a Unix socket: nothing listens on the network. */
  url: string
  /** Resolves with the reason when PostgreSQL has ended, whether or not it was asked to. */
  ended: Promise<string>
  /** Stops it cleanly: open transactions are rolled back, and everything committed is on disk. */
  stop: () => Promise<void>
}

export type PostgresOptions = {
  /** The installation's folder, `HOLDFAST_HOME`. The caller makes sure that no other Holdfast uses it. */
  home: string
  /** Receives PostgreSQL's own warnings and errors, one line each. */
  log: (line: string) => void
  /** `false` is faster but loses data in a power cut: only for test databases, which are thrown away. */
  durable?: boolean
}

const databaseName = 'holdfast'

/**
 * Ends PostgreSQL when this process exits for whatever reason, because our end of its standard input closes then. The
 * watcher is started by a shell that exits at once, so that it is not a child of PostgreSQL, which would not recognise it.
 * `exec` makes PostgreSQL our direct child.
 */
const watched = '( (cat >/dev/null; kill -INT $$ 2>/dev/null) <&3 & ) 3<&0; exec "$0" "$@" </dev/null'

/** The embedded PostgreSQL of an installation, running or not. Its URL is known before it starts. */
export type LocatedPostgres = { url: string; start: () => Promise<EmbeddedPostgres> }

/**
 * Finds the PostgreSQL of an installation, or decides its location at the first start. `start` sets it up at the first start,
 * and recovers it after any kind of end.
 * @throws StartFailure one line that says what to do; also from `start`
 */
export function locatePostgres({ home, log, durable = true }: PostgresOptions): LocatedPostgres {
  const folder = path.resolve(home)
  const location = postgresLocation(folder)
  const socketFolder = makeSocketFolder(location)
  const url = `postgres://${ownerName}:${location.password}@localhost/${databaseName}?host=${encodeURIComponent(socketFolder)}`
  return { url, start: () => startLocated({ home: folder, location, socketFolder, url, log, durable }) }
}

export const startPostgres = async (options: PostgresOptions): Promise<EmbeddedPostgres> =>
  locatePostgres(options).start()

type Located = {
  home: string
  location: PostgresLocation
  socketFolder: string
  url: string
  log: (line: string) => void
  durable: boolean
}

async function startLocated({ home, location, socketFolder, url, log, durable }: Located): Promise<EmbeddedPostgres> {
  const programs = postgresBinaries(location.account)
  if (embeddedDatabaseState(home) === 'new') await ensureCluster(programs.initdb, location, durable)
  recordSetUp(home)
  makeSocketFolder(location) // `stop` may have removed it
  await endOrphan(location.data, socketFolder)

  const server = spawn(
    '/bin/sh',
    ['-c', watched, programs.postgres, '-D', location.data, ...configuration(socketFolder, durable)],
    // A separate process group: Ctrl-C in the terminal reaches only this process, which stops PostgreSQL last.
    {
      ...location.account,
      cwd: '/',
      detached: true,
      stdio: ['pipe', 'ignore', 'pipe'],
      env: { LC_ALL: 'C', TZ: 'UTC' },
    },
  )
  const ended = untilEnded(server).finally(() => server.stdin?.destroy())
  await ready(server, log)
  await ensureDatabase(url)
  const stop = async () => {
    await end(server)
    // A folder beside the data is kept. One among the temporary files would never be removed otherwise.
    if (path.dirname(socketFolder) !== location.folder) rmSync(socketFolder, { recursive: true, force: true })
  }
  return { url, ended, stop }
}

function configuration(socketFolder: string, durable: boolean): string[] {
  const settings: Record<string, string> = {
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    max_connections: '200',
    shared_buffers: durable ? '256MB' : '128MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    // The queries are short and many: compiling them would cost more than running them.
    jit: 'off',
    fsync: durable ? 'on' : 'off',
    synchronous_commit: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** Resolves when PostgreSQL accepts connections. If it ends before, its last FATAL or PANIC message is the reason. */
async function ready(server: ChildProcess, log: (line: string) => void): Promise<void> {
  const lines = createInterface({ input: server.stderr as NodeJS.ReadableStream })
  let complaint = ''
  const accepted = new Promise<true>((resolve) => {
    lines.on('line', (line) => {
      if (line.endsWith('database system is ready to accept connections')) resolve(true)
      const [, level, message] = /\b(WARNING|ERROR|FATAL|PANIC): {2}(.*)/.exec(line) ?? []
      if (level === 'FATAL' || level === 'PANIC') complaint = message ?? ''
      if (level) log(line)
    })
  })
  const closed = once(lines, 'close').then(() => false as const)
  if (!(await Promise.race([accepted, closed]))) {
    throw new StartFailure(`The embedded PostgreSQL did not start: ${complaint || 'it ended without a word'}.`)
  }
}

async function untilEnded(server: ChildProcess): Promise<string> {
  const [code, signal] = await once(server, 'exit')
  return signal ? `ended by ${signal}` : `ended with code ${code}`
}

async function end(server: ChildProcess): Promise<void> {
  const steps: [NodeJS.Signals, number][] = [
    ['SIGINT', 10_000], // 'fast': roll back open transactions, write everything to disk
    ['SIGQUIT', 5_000], // 'immediate': recover at the next start
    ['SIGKILL', 0],
  ]
  for (const [signal, ms] of steps) {
    if (server.exitCode !== null || server.signalCode !== null) return
    server.kill(signal)
    await Promise.race([once(server, 'exit'), ...(ms ? [elapsed(ms)] : [])])
  }
}

const elapsed = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref())

async function ensureDatabase(url: string): Promise<void> {
  const maintenance = new URL(url)
  maintenance.pathname = '/postgres'
  const client = new pg.Client({
    connectionString: maintenance.href,
    connectionTimeoutMillis: 30_000,
    query_timeout: 60_000,
  })
  await client.connect().catch((error: Error) => {
    throw new StartFailure(
      `The embedded PostgreSQL refuses the password of its home (${error.message}): restore both from the same backup.`,
    )
  })
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [databaseName])
    if (rowCount === 0) await client.query(`create database ${databaseName}`)
  } finally {
    await client.end()
  }
}
